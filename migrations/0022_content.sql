-- Pages as the retailer wrote them (`record`), with what their addresses are found by.
create table pages (
  id text primary key,
  path text not null,
  record jsonb not null,
  digest text not null,
  updated_at timestamptz not null default now()
);
create index pages_by_path on pages (path);

-- What visitors wrote into the forms of pages, until someone has dealt with it.
create table form_entries (
  id uuid primary key,
  form_id text not null,
  market text not null,
  page_id text not null,
  entry jsonb not null,
  email text,
  received_at timestamptz not null default now()
);
create index form_entries_by_time on form_entries (received_at);
create index form_entries_by_email on form_entries (lower(email));
