-- Offers as the retailer gave them (`record`), with the columns that rules, lists and locks read beside it.
create table offers (
  offer_id text primary key,
  product_id integer not null,
  sku text not null,
  producer_slug text not null,
  kind text not null check (kind in ('wine', 'spirits')),
  audience text not null,
  tiers_eligible text[] not null,
  secret boolean not null,
  special_access boolean not null,
  inventory_status text not null check (inventory_status in ('PRESELLING', 'AVAILABLE', 'SOLD_OUT')),
  order_quantity_maximum integer not null check (order_quantity_maximum >= 0),
  is_gift boolean not null,
  slot integer,
  starts_at timestamptz,
  ends_at timestamptz,
  record jsonb not null,
  -- What carts and orders copy of it: small, so that a cart of a hundred lines reads fast.
  summary jsonb not null,
  -- Names, places and grapes without accents, in lower case.
  search_text text not null,
  -- SHA-256 of the canonical record: the same file twice changes nothing.
  digest text not null,
  updated_at timestamptz not null default now()
);
create index offers_by_product on offers (product_id);

-- What an offer costs in a market, in cents a case.
create table offer_prices (
  offer_id text not null references offers on delete cascade,
  market text not null,
  pack_price integer not null check (pack_price > 0),
  pack_rrp integer check (pack_rrp >= 0),
  primary key (offer_id, market)
);

-- Cases on hand in a market's warehouse, and how many of them payments in progress hold.
create table stock (
  product_id integer not null,
  market text not null,
  level integer not null check (level >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  primary key (product_id, market),
  constraint never_oversold check (reserved <= level)
);
