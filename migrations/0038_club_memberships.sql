-- Memberships of wine clubs. Days are those of the market's calendar.
create table club_memberships (
  id uuid primary key default gen_random_uuid(),
  market text not null,
  -- 0 once the account is gone. No reference: orders are paid while the customer's row is locked.
  customer_id integer not null,
  club_id text not null,
  variant_id text not null,
  frequency_id text not null,
  status text not null check (status in ('pending', 'active', 'paused', 'cancelled')),
  -- Why it is paused or has ended.
  reason text,
  -- Who and where to, as an order has it.
  details jsonb not null,
  -- The customer's stored card that renewals are charged to.
  instrument_id uuid,
  -- The day that deliveries are counted from.
  anchor_on date not null,
  joined_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_membership_a_club on club_memberships (customer_id, market, club_id) where status <> 'cancelled';
create index club_memberships_by_club on club_memberships (club_id);

-- One row a period. Its id stands for the cart in the orders that are drafted for it, so one_draft_a_cart keeps them to one at a time.
create table club_deliveries (
  id uuid primary key default gen_random_uuid(),
  membership_id uuid not null references club_memberships on delete cascade,
  period integer not null check (period >= 1),
  -- How many deliveries after the anchor its day is.
  slot integer not null check (slot >= 0),
  due_on date not null,
  state text not null check (state in ('due', 'paid', 'skipped', 'missed', 'unpaid')),
  reminded_on date,
  -- What the member was told that the case costs.
  price_cents integer,
  -- The order that is being paid for it, then the one that paid it.
  order_id uuid unique,
  card_tries integer not null default 0,
  card_failed_on date,
  stock_tries integer not null default 0,
  stock_failed_on date,
  -- The next try, where one has failed.
  try_on date,
  unique (membership_id, period)
);
create unique index one_due_delivery on club_deliveries (membership_id) where state = 'due';
create index club_deliveries_to_do on club_deliveries (due_on) where state = 'due';

-- What happened to a membership, append only.
create table club_events (
  id bigint generated always as identity primary key,
  membership_id uuid not null references club_memberships on delete cascade,
  at timestamptz not null,
  event text not null,
  data jsonb not null default '{}'
);
create index club_events_by_membership on club_events (membership_id, id);
