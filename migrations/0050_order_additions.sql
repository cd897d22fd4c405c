-- Wines that are added to an order before it is sent (docs/decisions/0205-changes-of-items.md). They are an order of their own, which
-- goes with the first.
alter table draft_orders add column adds_to uuid references orders on delete set null;
create index draft_orders_adds_to_idx on draft_orders (adds_to) where adds_to is not null;
-- The order that the one of this checkout goes with. Null for most.
alter table checkouts add column adds_to uuid;

create table order_additions (
  order_id uuid primary key references orders on delete cascade,
  adds_to uuid not null references orders on delete cascade
);
create index order_additions_adds_to_idx on order_additions (adds_to);
