-- What happens to an order after it is placed: sent in parts, refunded in parts, and a log that only grows.

-- Who did it: `shop` for what happens by itself, else a member of staff by name.
alter table order_events add column actor text not null default 'shop';
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name;
end $$;
create trigger order_events_only_grow before update or delete on order_events for each row execute function refuse_change();

create table order_shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- What the asker calls this shipment, so that asking twice sends once.
  key text not null,
  carrier text not null,
  tracking_number text not null default '',
  tracking_url text not null default '',
  actor text not null,
  shipped_at timestamptz not null default now(),
  unique (order_id, key)
);
create table order_shipment_lines (
  shipment_id uuid not null references order_shipments on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, position)
);

create table order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- What the asker calls this refund, so that asking twice refunds once.
  key text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- The part of it that the gateway gives back to the card; the rest goes back to balances of the shop's own.
  gateway_cents integer not null check (gateway_cents between 0 and amount_cents),
  -- The part of it that is for delivery.
  shipping_cents integer not null default 0 check (shipping_cents between 0 and amount_cents),
  reason text not null default '',
  actor text not null,
  -- `intended` until the gateway has answered, with the refund's own id as key; then `done` or `refused`.
  state text not null default 'intended' check (state in ('intended', 'done', 'refused')),
  -- The gateway's name for the refund.
  gateway_refund_id text,
  failure text,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (order_id, key)
);
create index order_refunds_open on order_refunds (next_try_at) where state = 'intended';
create table order_refund_lines (
  refund_id uuid not null references order_refunds on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- Of them, how many had not been sent and are not sent any more.
  withdrawn integer not null check (withdrawn between 0 and quantity),
  -- Of them, how many go back on the shelf.
  restocked integer not null check (restocked between 0 and quantity),
  amount_cents integer not null check (amount_cents >= 0),
  primary key (refund_id, position)
);

-- The sandbox gateway's own books of refunds: the same key is the same refund, and no payment gives back more than it took.
alter table sandbox_gateway.payments add column refunded_cents integer not null default 0,
  add check (refunded_cents between 0 and amount_cents);
create table sandbox_gateway.refunds (
  id text primary key,
  merchant_key text not null unique,
  payment_id text not null references sandbox_gateway.payments,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);
