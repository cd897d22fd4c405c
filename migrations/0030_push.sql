-- Browsers that may be told something, and what is known of their shopper. The endpoint is the browser's secret.
create table push_subscriptions (
  endpoint text primary key,
  p256dh text not null,
  auth text not null,
  market text not null,
  customer_id integer references customers on delete cascade,
  -- Under which a guest's favourites are kept.
  guest_id uuid,
  cart_id uuid,
  -- Tags of the cart's last line; empty where there is none.
  cart_item text not null default '',
  cart_image text not null default '',
  cart_update timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index push_subscriptions_of_customers on push_subscriptions (customer_id) where customer_id is not null;
create index push_subscriptions_of_guests on push_subscriptions (guest_id) where guest_id is not null;
create index push_subscriptions_with_carts on push_subscriptions (cart_update) where cart_item <> '';

-- What is to be told, and what was: `about` names the state it tells of, which is told once.
create table push_messages (
  id bigint primary key generated always as identity,
  endpoint text not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('cart', 'price')),
  about text not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  unique (endpoint, kind, about)
);
create index push_messages_waiting on push_messages (not_before) where sent_at is null;

-- The price that each favourite had when it was looked at last.
create table push_prices (
  offer_id text not null,
  market text not null,
  pack_price integer not null,
  primary key (offer_id, market)
);
