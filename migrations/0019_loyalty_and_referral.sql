-- The programme of a market, where the retailer gave one (record kind `loyalty`).
create table loyalty_programmes (
  market text primary key,
  record jsonb not null
);

-- What a customer's tier follows from; rows are only added. A spend or refund names its order, a grant its tier.
create table loyalty_ledger (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  kind text not null check (kind in ('spend', 'refund', 'grant')),
  -- Names what the entry comes from: the same source is the same entry.
  source text not null unique,
  order_id uuid,
  cents integer not null default 0 check (cents >= 0),
  tier text,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  check ((kind = 'grant') = (tier is not null) and (kind = 'grant') = (order_id is null))
);
create index loyalty_ledger_by_customer on loyalty_ledger (customer_id, market, at);
create index loyalty_ledger_spent on loyalty_ledger (at) where kind = 'spend';

-- Every change of a tier that followed, for the customer to read; the last one is the tier that was set.
create table loyalty_tiers (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  from_tier text not null,
  to_tier text not null,
  at timestamptz not null default now()
);
create index loyalty_tiers_by_customer on loyalty_tiers (customer_id, market, id desc);

-- Coupons for birthdays and anniversaries: one an occasion and year, whatever happens.
create table loyalty_coupons (
  customer_id integer not null references customers on delete cascade,
  market text not null,
  occasion text not null check (occasion in ('birthday', 'anniversary')),
  year integer not null,
  promotion_id integer not null,
  issued_at timestamptz not null default now(),
  primary key (customer_id, market, occasion, year)
);

-- Ids of promotions that the shop makes by itself, far above those that retailers give.
create sequence made_promotion_ids as integer start with 1000000000;

-- A friend's first order by a customer's code, and the credit that the customer has for it.
create table referrals (
  order_id uuid primary key references orders,
  market text not null,
  referrer_id integer not null references customers on delete cascade,
  -- 0: the friend ordered as a guest.
  friend_id integer not null,
  -- SHA-256 of the friend's e-mail without its variants, of the address, and of the card: the same one counts once.
  email_digest text not null,
  address_digest text not null,
  card_digest text,
  cents integer not null,
  -- `credited`, `reversed` with the order's refund, or why nothing was given.
  state text not null,
  at timestamptz not null default now()
);
create index referrals_by_referrer on referrals (referrer_id, market, at desc);
create index referrals_by_email on referrals (email_digest) where state = 'credited';
create index referrals_by_address on referrals (address_digest) where state = 'credited';
create index referrals_by_card on referrals (card_digest) where card_digest is not null and state = 'credited';

-- Orders of guests by e-mail: who has ordered before.
create index orders_by_guest_email on orders (lower(email)) where customer_id = 0 and number is not null;

-- Rules that promotions gained: for single customers, and for first orders.
update promotions set record = '{"customerIds": [], "firstOrderOnly": false}'::jsonb || record;
