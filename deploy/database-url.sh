#!/bin/sh
# Prints the DATABASE_URL of the Postgres that `npm start` runs in DATA_DIR; with `owner` that of its owner, with `port` its port alone.
# docs/runbooks/asking-the-database.md
set -eu
file="${DATA_DIR:-.data}/postgres.json"
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([0-9a-f]*\).*/\1/p" "$file"; }
url() { echo "postgresql://$1:$(value "$2")@127.0.0.1:$(value port)/fairbook"; }
fail() { echo "$1" >&2; exit "$2"; }
[ -r "$file" ] || fail "$file cannot be read: is DATA_DIR that of the product, and are you who runs it?" 1
case "${1:-}" in
  port) value port ;;
  owner) url postgres owner ;;
  '') url fairbook service ;;
  *) fail "usage: sh deploy/database-url.sh [owner|port]" 2 ;;
esac
