-- The processes of the shop, as they report themselves. The system screens show which roles are running.

create table shop_processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Null for a process that runs, or that ended without saying so.
  stopped_at timestamptz
);
