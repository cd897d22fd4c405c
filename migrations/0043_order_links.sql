-- Links to one order that were sent to its address. A row has the hash of its token, which exists in the email only.
create table order_links (
  token_hash text primary key,
  order_id uuid not null references orders on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When somebody ended it before it expired.
  ended_at timestamptz
);
create index order_links_order_id_idx on order_links (order_id, created_at);
create index order_links_expires_at_idx on order_links (expires_at);
