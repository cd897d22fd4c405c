-- The system screens of the office: runs of jobs, checks of what the shop depends on, incidents, and reports of backups.

-- The latest run of each job that runs by itself. One row per job, written by every process.
create table job_runs (
  name text primary key,
  started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  -- Why the latest run failed; empty if it did not.
  error text not null default '',
  -- Runs that failed since the last one that did not, and when the first of them ended.
  failures integer not null default 0,
  failing_since timestamptz
);

-- The latest outcome of each check.
create table health_checks (
  name text primary key,
  state text not null check (state in ('ok', 'warning', 'failing', 'off')),
  -- What was found, in a sentence.
  detail text not null default '',
  -- How many things are wrong, where they can be counted.
  count integer not null default 0,
  checked_at timestamptz not null default now(),
  failing_since timestamptz
);

-- What is or was wrong, from the first check that found it to the first one that did not. Owners are mailed once for each.
create table system_incidents (
  id integer generated always as identity primary key,
  check_name text not null,
  detail text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- When owners were last mailed about it. Null if they were not.
  notified_at timestamptz,
  -- Number of the last change, for open screens.
  change_number bigint not null
);
create sequence system_change_numbers owned by system_incidents.change_number;
alter table system_incidents alter column change_number set default nextval('system_change_numbers');
create unique index system_incidents_open_key on system_incidents (check_name) where closed_at is null;
create index system_incidents_change_number_idx on system_incidents (change_number);
create index system_incidents_closed_at_idx on system_incidents (closed_at);

-- What backup scripts reported.
create table backup_reports (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  result text not null check (result in ('ok', 'failed')),
  note text not null default ''
);
create index backup_reports_at_idx on backup_reports (at);
