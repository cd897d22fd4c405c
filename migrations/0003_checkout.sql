-- One hand-off from a cart to the checkout pages. The token is only in the shopper's address; here is its digest.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  market text not null,
  cart_id uuid not null,
  customer_id integer not null default 0,
  -- What the shopper has entered so far: contact and delivery.
  details jsonb not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index checkouts_by_cart on checkouts (cart_id);

create table orders (
  id uuid primary key default gen_random_uuid(),
  -- Sequential per market from 1000001, given when the order is paid.
  number integer,
  market text not null,
  checkout_id uuid not null references checkouts,
  cart_id uuid not null,
  cart_version integer not null,
  customer_id integer not null default 0,
  status text not null,
  email text not null,
  -- Who and where to: contact, address, delivery instructions.
  details jsonb not null,
  -- Every figure of the order in cents, as shown to the shopper.
  totals jsonb not null,
  total_cents integer not null check (total_cents >= 0),
  coupon_ids integer[] not null default '{}',
  -- When a draft's hold on stock ends.
  held_until timestamptz not null,
  -- The gateway's name for the payment, once it has one.
  payment_id text unique,
  payment_url text,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  unique (market, number)
);
create index orders_drafts on orders (held_until) where status = 'Incomplete';
-- A cart has at most one order that is being paid: two clicks, two tabs or two servers meet here.
create unique index one_draft_a_cart on orders (cart_id) where status = 'Incomplete';
create index orders_by_checkout on orders (checkout_id);

create table order_lines (
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  offer_id text not null,
  product_id integer not null,
  quantity integer not null check (quantity > 0),
  list_cents integer not null,
  discount_cents integer not null,
  summary jsonb not null,
  primary key (order_id, position)
);

-- What an order holds or has taken of a product.
create table reservations (
  order_id uuid not null references orders on delete cascade,
  product_id integer not null,
  market text not null,
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('held', 'taken', 'released')),
  primary key (order_id, product_id)
);

-- What happened to an order, append only.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  event text not null,
  data jsonb not null default '{}'
);
create index order_events_by_order on order_events (order_id, id);

create table order_numbers (
  market text primary key,
  last integer not null
);
insert into order_numbers values ('AU', 1000000), ('SG', 1000000);
