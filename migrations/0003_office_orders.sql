-- Orders in the office: notes, tags, saved views, and the indexes of the list at 100,000 orders and more.

create extension if not exists pg_trgm;

-- Notes of staff about an order. Customers never see them. Append-only.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  -- Without a reference, because the note outlives the person.
  staff_id integer not null,
  -- Name at the time of the note.
  author text not null,
  text text not null check (text <> '')
);
create index order_notes_order_id_idx on order_notes (order_id, id);

create table order_tags (
  order_id uuid not null references orders on delete cascade,
  tag text not null check (tag <> ''),
  primary key (order_id, tag)
);
create index order_tags_tag_idx on order_tags (tag, order_id);

-- Views of lists that staff saved: search, filters, sort order and columns, as the query of a URL.
create table office_views (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  -- Name of the list, such as `orders`.
  list text not null,
  name text not null check (name <> ''),
  query text not null,
  -- True if all of the staff see it.
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index office_views_name_key on office_views (staff_id, list, lower(name));
create index office_views_list_idx on office_views (list, id);

-- Returns the text in which staff search for an order: number, address and name of the buyer, each after a space.
create function order_search_text(number integer, email text, details jsonb) returns text language sql immutable parallel safe as $$
  select lower(' ' || coalesce(number::text, '') || ' ' || email || ' ' || coalesce(details ->> 'firstName', '') || ' ' || coalesce(details ->> 'lastName', ''))
$$;

-- Returns the name by which orders are sorted.
create function order_sort_name(details jsonb) returns text language sql immutable parallel safe as $$
  select lower(coalesce(details ->> 'lastName', '') || ' ' || coalesce(details ->> 'firstName', ''))
$$;

create index orders_search_idx on orders using gin (order_search_text(number, email, details) gin_trgm_ops) where number is not null;
-- Tells the planner how many orders a search finds, which decides between this index and that of the sort order.
create statistics orders_search_stats on order_search_text(number, email, details) from orders;
create index orders_placed_at_idx on orders (placed_at, id) where number is not null;
create index orders_status_placed_at_idx on orders (status, placed_at, id) where number is not null;
create index orders_number_idx on orders (number, id) where number is not null;
create index orders_total_cents_idx on orders (total_cents, id) where number is not null;
create index orders_sort_name_idx on orders (order_sort_name(details), id) where number is not null;
create index order_refunds_refused_idx on order_refunds (order_id) where state = 'refused';
create index order_disputes_open_idx on order_disputes (order_id) where status = 'open';
