#!/bin/sh
# Prints the DATABASE_URL of the Postgres that `npm start` runs in DATA_DIR; with `port` its port alone. docs/runbooks/asking-the-database.md
set -eu
file="${DATA_DIR:-.data}/postgres.json"
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([0-9a-f]*\).*/\1/p" "$file"; }
if [ "${1:-}" = port ]; then value port; else echo "postgresql://fairbook:$(value service)@127.0.0.1:$(value port)/fairbook"; fi
