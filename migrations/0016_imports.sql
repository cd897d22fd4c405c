-- What was imported, so that it can be listed and taken back.
create table imports (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz not null default clock_timestamp(),
  files text[] not null,
  -- Empty for the shop's own format.
  mapping text not null,
  -- By record kind: how many were added, changed, ended, as before.
  counts jsonb not null,
  rejected integer not null,
  undone_at timestamptz
);

-- Each record that an import touched: as it was before (null where there was none), and the MD5 of what it was made to be.
-- Whoever takes the import back sees by that whether somebody changed it since.
create table import_changes (
  import_id integer not null references imports on delete cascade,
  kind text not null,
  key text not null,
  before jsonb,
  after text not null,
  primary key (import_id, kind, key)
);

-- The mapping an offer came by, so that a full list can end what it no longer holds.
alter table offers add source text not null default '';
