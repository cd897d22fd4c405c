-- Form entries in the office: what waits, who handled it, notes.

alter table form_submissions
  add column state text not null default 'open' check (state in ('open', 'handled', 'spam')),
  -- When and by whom the state was last changed. Null and empty for entries that wait.
  add column handled_at timestamptz,
  add column handled_by text not null default '',
  -- What staff wrote for each other.
  add column note text not null default '',
  -- Raised by every change of staff.
  add column version integer not null default 1;
create index form_submissions_list_idx on form_submissions (received_at, id);
create index form_submissions_open_idx on form_submissions (received_at, id) where state = 'open';
create index form_submissions_terms_idx on form_submissions using gin (lower(coalesce(email, '') || ' ' || entry::text) gin_trgm_ops);

-- Whoever saw form entries still does. Those who write to customers or pages mark them.
update roles set permissions = permissions || '{inbox.read}'::text[] where 'pages.read' = any(permissions) and not is_owner;
update roles set permissions = permissions || '{inbox.write}'::text[] where is_built_in and name in ('Manager', 'Marketing');
update roles set permissions = permissions || '{inbox.read,inbox.write}'::text[] where is_built_in and name = 'Orders';
