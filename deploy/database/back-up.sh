#!/usr/bin/env bash
# Makes a full backup by pgBackRest, and tells the office how it ended. Does nothing on a replica, so each node of a cluster can run it.
# Run it as postgres. docs/guides/back-up.md says how to install it.
set -euo pipefail

is_replica=$(psql -XAtc 'select pg_is_in_recovery()')
if [ "$is_replica" = t ]; then
  echo 'This is a replica. The leader makes the backup.'
  exit 0
fi

report() {
  if [ -z "${DATABASE_URL:-}" ] || ! cd "${SHOP_FOLDER:-/opt/cellardoor/current}"; then
    echo 'The office is not told, because DATABASE_URL or the files of the shop are missing.'
    return
  fi
  PATH="$PWD/node_modules/.bin:$PATH" node src/cli/cli.ts backup report "$@"
}

if pgbackrest --stanza=shop --type=full backup; then
  report ok --note pgBackRest
else
  report failed --note 'pgBackRest failed'
  exit 1
fi
