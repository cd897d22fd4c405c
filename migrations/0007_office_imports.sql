-- Imports in the office: uploaded in parts, compared with the shop before anything is written, applied in batches, on a schedule.

-- Mappings that staff saved, one per supplier.
create table import_mappings (
  id integer generated always as identity primary key,
  supplier text not null check (supplier <> ''),
  mapping jsonb not null,
  -- Headers of the file that the mapping was made for, to recognise the next one.
  headers text[] not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index import_mappings_supplier_key on import_mappings (lower(supplier));

-- Files that are fetched and imported at set times.
create table import_schedules (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  -- Where the file comes from: an https address, or a subfolder of `scheduled` in the watched folder.
  source text not null check (source in ('url', 'folder')),
  location text not null,
  -- Name and password for the address as JSON, sealed by the secret vault. Null without.
  credentials text,
  credentials_key_id text,
  mapping_id integer not null references import_mappings,
  -- The market whose time zone the times are in.
  market text not null,
  -- ISO days of the week, 1 is Monday.
  weekdays smallint[] not null,
  -- `HH:MM` in the time zone of the market.
  times text[] not null,
  -- Share of rejected rows, and change of a price, above which a person has to approve. Null for no limit.
  max_rejected_percent integer check (max_rejected_percent between 0 and 100),
  max_price_change_percent integer check (max_price_change_percent between 0 and 1000),
  -- Ends the sale of the supplier's wines that the file does not contain.
  ends_missing boolean not null default false,
  is_enabled boolean not null default true,
  next_run_at timestamptz,
  last_run_at timestamptz,
  -- Why the last run failed; empty if it did not.
  last_problem text not null default '',
  -- Who is told. Without a reference to the person's email, which may change.
  staff_id integer references staff on delete set null,
  version integer not null default 1
);
create index import_schedules_next_run_at_idx on import_schedules (next_run_at) where is_enabled;

-- Numbers of changes, for open screens.
create sequence import_change_numbers;

alter table imports
  add column state text not null default 'done' check (state in ('uploading', 'inspecting', 'mapping', 'comparing', 'ready', 'held',
    'applying', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  add column source text not null default 'command' check (source in ('command', 'office', 'schedule')),
  -- A price list with a mapping, a table of changes, or records in the shop's own format.
  add column kind text not null default 'list' check (kind in ('list', 'changes', 'records')),
  -- Who made it. Without a name for imports of the command line and of the watched folder.
  add column actor text not null default '',
  add column staff_id integer references staff on delete set null,
  add column schedule_id integer references import_schedules on delete set null,
  -- Uploaded parts and bytes.
  add column parts integer not null default 0,
  add column bytes bigint not null default 0,
  add column mapping_id integer references import_mappings on delete set null,
  add column mapping_json jsonb,
  add column ends_missing boolean not null default false,
  -- The first rows of the file: format, headers and cells.
  add column sample jsonb,
  -- Headers of the file as its rejected rows need them, and the separator of its cells.
  add column header text not null default '',
  add column notices text[] not null default '{}',
  -- Rows that the current step has handled, and how many there are, 0 while unknown.
  add column progress integer not null default 0,
  add column progress_total integer not null default 0,
  -- What the comparison found: numbers of rows by outcome.
  add column difference jsonb,
  -- The row up to which the import is applied.
  add column applied_through integer not null default 0,
  add column applied_rows integer not null default 0,
  add column wants_cancel boolean not null default false,
  -- Why it failed, or why it waits for approval.
  add column problem text not null default '',
  -- What an undo restored, removed and could not restore.
  add column undo jsonb,
  add column undone_by text not null default '',
  add column notified_at timestamptz,
  add column version integer not null default 1,
  add column change_number bigint not null default nextval('import_change_numbers');

update imports set kind = case mapping when '' then 'records' when 'changes' then 'changes' else 'list' end,
  state = case when undone_at is null then 'done' else 'undone' end;

create index imports_started_at_idx on imports (started_at, id);
create index imports_change_number_idx on imports (change_number);
create index imports_pending_idx on imports (id) where state in ('inspecting', 'comparing', 'applying', 'undoing');

-- The uploaded file. In the database, which all processes share. Deleted with the rows, some time after the import.
create table import_file_parts (
  import_id integer not null references imports on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (import_id, part)
);
alter table import_file_parts alter column bytes set storage external;

-- The difference between a file and the shop, row by row.
create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- In the order of the file. A corrected row is moved to the end.
  seq integer not null,
  -- Line of the file; 0 for wines that the file does not contain.
  line integer not null,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'missing', 'rejected')),
  offer_id text,
  product_id integer,
  sku text not null default '',
  title text not null default '',
  -- Changed fields: `[{"field": "price AU", "before": 60, "after": 66}]`.
  changes jsonb,
  -- Price of a case in the market whose price changes most, in cents. Change and margin in hundredths of a percent.
  market text,
  old_price_cents integer,
  new_price_cents integer,
  price_change integer,
  margin integer,
  -- What is written: an offer and levels of stock. Null if nothing is.
  record jsonb,
  stock jsonb,
  -- Content hash of the offer at the time of the comparison.
  before_hash text,
  -- Rejected rows: why, and the row as in the file.
  code text,
  column_name text,
  reason text,
  raw text,
  primary key (import_id, seq)
);
create index import_rows_outcome_idx on import_rows (import_id, outcome, seq);
create index import_rows_price_change_idx on import_rows (import_id, price_change, seq);
create index import_rows_title_idx on import_rows using gin (lower(title || ' ' || sku) gin_trgm_ops);
