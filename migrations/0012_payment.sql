-- How an order is paid: what the gateway is asked for, with which stored card, and whether its card is to be kept.
alter table orders add column charge_cents integer;
update orders set charge_cents = total_cents;
alter table orders alter column charge_cents set not null;
alter table orders add check (charge_cents between 0 and total_cents);
alter table orders add column instrument_id uuid;
alter table orders add column keep_card boolean not null default false;

-- What a checkout is to be paid with besides a card.
alter table checkouts add column gift_card_ids uuid[] not null default '{}';
alter table checkouts add column use_credit boolean not null default false;

-- Balances kept as ledgers: store credit and gift cards. A row of accounts is what changes of a balance wait for.
create table ledger_accounts (
  id text primary key
);
create table ledger_entries (
  id bigint generated always as identity primary key,
  account text not null references ledger_accounts,
  kind text not null,
  -- What it adds; below zero takes away. The balance is the sum.
  cents integer not null check (cents <> 0),
  -- Names what the entry comes from: the same source is the same entry.
  source text not null unique,
  note text not null default '',
  at timestamptz not null default now()
);
create index ledger_entries_by_account on ledger_entries (account, id);
-- Part of a balance that an order is being paid with.
create table ledger_holds (
  account text not null references ledger_accounts,
  -- The order.
  key text not null,
  -- The kind of the entry it becomes when it is taken.
  kind text not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('held', 'taken', 'released')),
  primary key (key, account)
);
create index ledger_holds_by_account on ledger_holds (account) where state = 'held';

create table gift_cards (
  id uuid primary key default gen_random_uuid(),
  -- Capital letters and digits without separators.
  code text not null unique,
  market text not null,
  initial_cents integer not null check (initial_cents > 0),
  expires_at timestamptz not null,
  -- The order line it was bought with, and which card of that line; null where the retailer gave it.
  order_id uuid,
  order_position integer,
  unit integer,
  recipient_email text not null default '',
  recipient_name text not null default '',
  sender_name text not null default '',
  message text not null default '',
  -- When its mail is due, and when it went.
  send_at timestamptz not null default now(),
  queued_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, order_position, unit)
);
create index gift_cards_to_send on gift_cards (send_at) where queued_at is null;
create index gift_cards_by_expiry on gift_cards (expires_at);

-- Whom a gift card line is for, as its buyer chose; kept with the cart's line and then with the order's.
alter table cart_lines add column gift_details jsonb;
alter table order_lines add column gift_details jsonb;

-- The sandbox gateway's side: the card that paid, and that the shop asked to keep.
alter table sandbox_gateway.payments add column card_token text;
alter table sandbox_gateway.payments add column card_expiry_month integer;
alter table sandbox_gateway.payments add column card_expiry_year integer;
