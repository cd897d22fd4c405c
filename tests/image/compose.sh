#!/usr/bin/env bash
# Builds the image and runs compose.yaml by the commands of docs/guides/run-in-containers.md: start, back up, watch, upgrade, go back, restart,
# restore, and go back from that. For a machine of CI with Docker, as root: it writes .env, alertmanager.yaml, /srv/backups and a job of
# cron, and removes the volumes at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Prints the code block of the guide whose first line begins so.
block() {
  awk -v start="$1" '/^```sh$/ { getline; show = index($0, start) == 1 } /^```$/ { show = 0 } show { print; found = 1 } END { exit !found }' \
    docs/guides/run-in-containers.md
}
run() { echo "== $1" && block "$1" | tail -n "+${2:-1}" >/tmp/block.sh && bash -euxo pipefail /tmp/block.sh </dev/null; }
set_variable() { sed -i "s|^$1=.*|$1=$2|" .env; }
get() { curl --silent --show-error --fail --insecure --max-time 10 --output /dev/null --resolve "$1:443:127.0.0.1" "https://$1$2"; }
check_pages() {
  for path in / /wines /sw.js; do get shop.localhost "$path"; done
  get office.localhost /
}
in_database() { docker compose exec -T postgres psql --username postgres --dbname cellardoor --tuples-only --no-align --command "$1"; }

finish() {
  local status=$?
  if [ "$status" -ne 0 ]; then docker compose ps --all && docker compose logs --tail 200; fi
  docker compose --profile monitoring down --volumes
  exit "$status"
}
trap finish EXIT

run 'docker build'
install -m 600 deploy/compose/example.env .env
set_variable PUBLIC_URL https://shop.localhost
set_variable OFFICE_URL https://office.localhost
set_variable SITES 'shop.localhost=AU wine'
set_variable SHOP_HOSTS shop.localhost
set_variable OFFICE_HOST office.localhost
set_variable ACME_EMAIL ''
set_variable SAMPLE yes
set_variable SHOP_VERSION 0.3.0
for name in POSTGRES_PASSWORD DATABASE_PASSWORD MIGRATION_PASSWORD METRICS_TOKEN AWS_SECRET_ACCESS_KEY; do
  set_variable "$name" "$(openssl rand -hex 24)"
done
set_variable SECRETS_KEY "$(openssl rand -base64 32)"
docker compose up --detach --build --wait --wait-timeout 600
check_pages

run 'install -d -m 700 /srv/backups'
docker compose exec -T worker node src/cli/cli.ts backup list | tee /dev/stderr | grep -E 'verification +ok .* restored, 0 differences'

run 'install -m 640'
run 'docker compose --profile monitoring up'
for _ in $(seq 30); do
  up=$(curl --silent --get --data-urlencode 'query=sum(up{job="cellardoor"})' http://127.0.0.1:9090/api/v1/query || true)
  case "$up" in *'"3"'*) break ;; esac
  sleep 2
done
case "$up" in *'"3"'*) ;; *) echo "Prometheus does not read three processes: $up" && exit 1 ;; esac

# Shoppers do not notice an upgrade, the way back or a restart.
(while [ ! -e /tmp/upgraded ]; do get shop.localhost / || echo "$(date -u) failed" >>/tmp/failed; done) &
# Without the checkout and without the last command, which starts Caddy again.
block 'VERSION=' | sed '/^git /d;$d' | sed '$s/ &&$//' >/tmp/upgrade.sh
bash -euxo pipefail /tmp/upgrade.sh </dev/null
[ "$(docker compose ps --format '{{.Image}}' web-1)" = cellardoor:0.4.0 ]
[ "$(docker image inspect --format '{{index .Config.Labels "org.opencontainers.image.version"}}' cellardoor:0.4.0)" = 0.4.0 ]
set_variable SHOP_VERSION 0.3.0
grep -E ' (web-1|web-2|worker)( &&)?$' /tmp/upgrade.sh >/tmp/back.sh
bash -euxo pipefail /tmp/back.sh </dev/null
[ "$(docker compose ps --format '{{.Image}}' web-1)" = cellardoor:0.3.0 ]
run 'docker compose restart worker'
docker compose up --detach --no-deps --wait web-2
touch /tmp/upgraded
wait
if [ -e /tmp/failed ]; then cat /tmp/failed && exit 1; fi
check_pages

is_restored() { in_database "select to_regclass('made_after_the_backup') is null"; }
in_database 'create table made_after_the_backup ()'
# shellcheck disable=SC2016
run 'dump=$(ls'
# The exchange, and the way back.
run 'docker compose exec -T postgres psql'
[ "$(is_restored)" = t ]
check_pages
run 'docker compose stop'
[ "$(is_restored)" = f ]
check_pages
echo 'All of it worked.'
