#!/usr/bin/env bash
# Backs up the database and the pictures of compose.yaml to a folder, restores the dump into a scratch database, audits that, and reports to
# the office how both ended. With restic.env beside .env, also copies the folder off the server, encrypted. Dumps older than KEEP_DAYS (14)
# are deleted after a good one.
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
report() { shop node src/cli/cli.ts backup report "$@"; }
# In a subshell, because keys of the storage in restic.env have the names of those in .env, and Docker would prefer them.
in_repository() (
  set -a
  # shellcheck source=/dev/null
  . ./restic.env
  exec restic --quiet "$@"
)

# The last step that was begun, and whether it is a part of the verification.
step='starting'
verifies=no
finish() {
  local status=$?
  database dropdb --username postgres --force --if-exists "$scratch" || true
  rm -f "$folder"/*.part
  if [ -n "$step" ] && [ "$status" -ne 0 ]; then
    if [ "$verifies" = yes ]; then report failed --verification --note "back-up.sh failed: $step" || true; fi
    report failed --note "back-up.sh failed: $step"
  fi
  exit "$status"
}
trap finish EXIT

dump=shop-$(date -u +%Y%m%dT%H%M%SZ).dump
step='dumping the database'
database pg_dump --username postgres --format custom cellardoor >"$folder/$dump.part"

step='restoring the dump into a scratch database'
verifies=yes
database dropdb --username postgres --force --if-exists "$scratch"
database createdb --username postgres --owner cellardoor_owner "$scratch"
database pg_restore --username postgres --dbname "$scratch" --exit-on-error <"$folder/$dump.part"

step='auditing the restored database'
# Its status is 1 for a difference too. The variable is that of the container.
# shellcheck disable=SC2016
audit=$(shop sh -c 'DATABASE_URL="${DATABASE_URL%/*}/$1" exec node src/cli/cli.ts audit' sh "$scratch" 2>&1) || true
echo "$audit"
[[ $audit =~ ([0-9]+)\ differences?\ in\ [0-9]+\ comparisons? ]] || exit 1
differences=${BASH_REMATCH[1]}
outcome="restored, ${BASH_REMATCH[0]}"
verifies=no

# With differences too: they are in the shop, and a later failure of this script must not cost the dump.
step='storing the dump'
sync "$folder/$dump.part"
mv "$folder/$dump.part" "$folder/$dump"

step='reporting the verification'
if [ "$differences" -eq 0 ]; then result=ok; else result=failed; fi
report "$result" --verification --differences "$differences" --note "$dump $outcome"

step='copying the pictures'
# The tar of the storage's own image would lose extended attributes, where the metadata of the pictures is. Status 1 says that a file or
# folder changed while it was read: the shop writes pictures, and those that the dump knows were there before.
docker run --rm --volume cellardoor_storage:/storage:ro docker.io/library/debian:bookworm-slim \
  sh -c "tar --xattrs --xattrs-include='user.*' -C /storage -cf - . || [ \$? -eq 1 ]" >"$folder/pictures.tar.part"
sync "$folder/pictures.tar.part"
mv "$folder/pictures.tar.part" "$folder/pictures.tar"

# The last one without differences stays.
if [ "$differences" -eq 0 ]; then
  find "$folder" -maxdepth 1 -name 'shop-*.dump' -mtime "+${KEEP_DAYS:-14}" -delete
fi

where=''
if [ -f restic.env ]; then
  step='copying the backups off the server'
  settings=(.env)
  if [ -f shop.env ]; then settings+=(shop.env); fi
  if [ -f alertmanager.yaml ]; then settings+=(alertmanager.yaml); fi
  in_repository backup --tag cellardoor "$folder" "${settings[@]/#/$PWD/}"
  in_repository forget --tag cellardoor --group-by tags --keep-daily "${KEEP_DAYS:-14}" --keep-monthly 12 --prune
  where=', copied off the server'
fi

step='reporting'
report ok --note "$dump, $outcome$where"
step=''
echo "$folder/$dump"
[ "$differences" -eq 0 ]
