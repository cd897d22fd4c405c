-- Mail that failed, as mail services and servers report it, and addresses that get no more of it (decision 99).
create table mail_failures (
  id bigint generated always as identity primary key,
  -- In lower case.
  address text not null,
  kind text not null check (kind in ('bounce', 'soft_bounce', 'complaint')),
  reason text not null,
  -- What tells a report that comes twice.
  key text not null unique,
  at timestamptz not null
);
create index mail_failures_by_address on mail_failures (address, at);

create table mail_suppressions (
  address text primary key,
  kind text not null check (kind in ('bounce', 'complaint')),
  reason text not null,
  since timestamptz not null default now()
);
