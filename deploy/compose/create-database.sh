#!/usr/bin/env bash
# Runs once, when the data folder of PostgreSQL is empty: creates the database, its owner, who migrates it, and the user of the shop, whom
# the service migrate gives rights to read and write.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --set owner_password="$MIGRATION_PASSWORD" \
  --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role cellardoor_owner login password :'owner_password';
create role cellardoor login password :'password';
-- Lets the metrics of the shop see transactions of other users.
grant pg_read_all_stats to cellardoor;
create database cellardoor owner cellardoor_owner;
SQL
