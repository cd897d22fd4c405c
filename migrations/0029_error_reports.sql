-- Faults of browsers and servers, grouped by what they have in common, with a few of the newest reports of each.
create table error_groups (
  fingerprint text primary key,
  -- 'browser' or 'server'
  side text not null,
  class text not null,
  message text not null,
  component text not null,
  times bigint not null default 1,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now()
);
create index error_groups_by_time on error_groups (last_seen);

create table error_notices (
  id uuid primary key,
  fingerprint text not null references error_groups on delete cascade,
  notice jsonb not null,
  -- What the shopper wrote about it.
  words text,
  received_at timestamptz not null default now()
);
create index error_notices_by_group on error_notices (fingerprint, received_at);
create index error_notices_by_time on error_notices (received_at);
