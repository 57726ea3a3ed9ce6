#!/bin/sh
# `npm ci` runs this: git is told of the hooks here. Where there is no git, no repository of our own, or somebody has hooks
# of their own, nothing happens.
top=$(git rev-parse --show-toplevel 2>/dev/null) || exit 0
[ "$top" = "$(pwd -P)" ] || exit 0
[ -z "$(git config --get core.hooksPath)" ] || exit 0
git config core.hooksPath .githooks 2>/dev/null || exit 0
