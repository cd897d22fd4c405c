create table promotions (
  id integer primary key,
  -- Upper case, trimmed; null for a promotion that applies by itself.
  code text unique,
  automatic boolean not null,
  record jsonb not null,
  digest text not null,
  updated_at timestamptz not null default now()
);
create index promotions_automatic on promotions (id) where automatic;

create table carts (
  id uuid primary key default gen_random_uuid(),
  market text not null,
  customer_id integer not null default 0,
  email text,
  region text,
  version integer not null default 1,
  -- Ids of promotions, in the order their codes were added.
  coupon_ids integer[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_cart_a_customer_and_market on carts (customer_id, market) where customer_id <> 0;
create index carts_by_age on carts (updated_at);

create table cart_lines (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references carts on delete cascade,
  offer_id text not null,
  product_id integer not null,
  quantity integer not null check (quantity between 1 and 10000),
  added_by_promotion boolean not null default false,
  position bigint not null generated always as identity,
  unique (cart_id, offer_id)
);

-- One row a request that carried a key, written before the work and in its transaction.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_digest text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
