#!/usr/bin/env bash
# Backs up the database and the pictures of compose.yaml to a folder, restores the dump into a scratch database, audits that, and reports to
# the office how it ended. Dumps older than KEEP_DAYS (14) are deleted after a good one.
#   deploy/compose/back-up.sh /srv/backups
set -euo pipefail
umask 077
folder=$(realpath "${1:?Name the folder of the backups.}")
cd "$(dirname "$0")/../.."
scratch=cellardoor_verification

exec 9>"$folder/.lock"
flock --nonblock 9 || { echo 'Another backup is running.' >&2; exit 1; }

database() { docker compose exec -T postgres "$@"; }
# A container of its own, because the memory of the worker is limited, and it may be down.
shop() { docker compose run --rm -T --no-deps worker "$@"; }

# The last step that was begun.
step='starting'
finish() {
  local status=$?
  database dropdb --username postgres --force --if-exists "$scratch" || true
  rm -f "$folder"/*.part
  if [ "$status" -ne 0 ]; then shop node src/cli/cli.ts backup report failed --note "back-up.sh failed: $step"; fi
  exit "$status"
}
trap finish EXIT

dump=shop-$(date -u +%Y%m%dT%H%M%SZ).dump
step='dumping the database'
database pg_dump --username postgres --format custom cellardoor >"$folder/$dump.part"

step='restoring the dump into a scratch database'
database dropdb --username postgres --force --if-exists "$scratch"
database createdb --username postgres --owner cellardoor_owner "$scratch"
database pg_restore --username postgres --dbname "$scratch" --exit-on-error <"$folder/$dump.part"

step='auditing the restored database'
# The variable is that of the container.
# shellcheck disable=SC2016
shop sh -c 'DATABASE_URL="${DATABASE_URL%/*}/$1" exec node src/cli/cli.ts audit' sh "$scratch"

step='copying the pictures'
# The tar of the storage's own image would lose extended attributes, where the metadata of the pictures is.
docker run --rm --volume cellardoor_storage:/storage:ro docker.io/library/debian:bookworm-slim \
  tar --xattrs --xattrs-include='user.*' -C /storage -cf - . >"$folder/pictures.tar.part"

step='storing the files'
sync "$folder"/*.part
mv "$folder/$dump.part" "$folder/$dump"
mv "$folder/pictures.tar.part" "$folder/pictures.tar"
find "$folder" -maxdepth 1 -name 'shop-*.dump' -mtime "+${KEEP_DAYS:-14}" -delete

step='reporting'
shop node src/cli/cli.ts backup report ok --note "$dump, restored, 0 differences"
echo "$folder/$dump"
