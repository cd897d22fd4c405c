#!/usr/bin/env bash
# Starts processes of the shop from another release: an upgrade, or the way back. Restarts one after the other, and waits each time until
# /readyz answers 200, so that a load balancer always has one. The link `former` is the last release that all processes ran before. While a
# switch is not complete, the file `.switching` has that release, and the processes that were restarted since.
# docs/guides/run-in-production.md says how to use it.
#
#   switch-release.sh RELEASE PROCESS…     such as: switch-release.sh v0.4.0 web-1 web-2 worker
set -euo pipefail

folder=/opt/cellardoor
release=${1:-}
shift || true
if [ -z "$release" ] || [ ! -f "$folder/releases/$release/src/server/main.ts" ] || [ $# -eq 0 ]; then
  echo "Usage: switch-release.sh RELEASE PROCESS…, with a release of $folder/releases: $(ls -t "$folder/releases" | xargs)" >&2
  exit 2
fi

# Reads a variable of a process. The last assignment counts, as in systemd.
setting() { sed -n "s/^$2=//p" /etc/cellardoor/shop.env "/etc/cellardoor/$1.env" | tail -n 1; }

is_ready() {
  local host port
  host=$(setting "$1" HOST)
  port=$(setting "$1" PORT)
  case "$host" in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; esac
  curl --silent --fail --noproxy '*' --max-time 5 --output /dev/null "http://$host:${port:-3000}/readyz"
}

# Points a link to a release.
point() { ln -sfn "releases/$2" "$folder/$1.new" && mv -T "$folder/$1.new" "$folder/$1"; }

state=$folder/.switching
[ -s "$state" ] || basename "$(readlink "$folder/current")" > "$state"
before=$(head -n 1 "$state")
former=$(basename "$(readlink "$folder/former" || true)")

# Says how to go on after it ended early. Takes the processes that are left.
explain() {
  echo "Again: $0 $release $*"
  [ "$release" = "$before" ] || echo "The way back: $0 $before $(tail -n +2 "$state" | sort -u | xargs)"
}
trap 'explain "$@" >&2' EXIT

# On the way back to `former` this link stays until the end, so that whoever reads it again gets the same release.
if [ "$release" != "$before" ] && [ "$release" != "$former" ]; then point former "$before"; fi
# A running process keeps the folder that the link led to when it started.
point current "$release"
while [ $# -gt 0 ]; do
  process=$1
  echo "$process" >> "$state"
  systemctl restart "cellardoor@$process"
  # Longer than MIGRATION_WAIT_SECONDS and the two minutes for lists together.
  deadline=$((SECONDS + ${READY_SECONDS:-300}))
  until is_ready "$process"; do
    if [ $SECONDS -ge $deadline ]; then
      echo "$process is not ready, see journalctl -u cellardoor@$process." >&2
      exit 1
    fi
    sleep 1
  done
  echo "$process is ready."
  shift
done
[ "$release" = "$before" ] || point former "$before"
rm "$state"
trap - EXIT
