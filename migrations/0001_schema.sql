-- Schema of the shop. Later migrations change it, forward only.

-- ----------------------------------------------------------------------------------------------------
-- Catalogue

-- Offers: the retailer's record, and the columns that rules, lists and locks read.
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
  -- The part that carts and orders copy. Small, so that a cart of a hundred lines reads fast.
  summary jsonb not null,
  -- SHA-256 of the canonical record. An import of an equal record changes nothing.
  content_hash text not null,
  updated_at timestamptz not null default now(),
  -- Cases sold recently. Sorts offers that have no slot.
  popularity integer not null default 0,
  -- Transaction that last changed what lists show. Compared with a snapshot's xmin it finds every change in whatever order transactions
  -- commit, which a timestamp would not.
  changed_xid xid8 not null default pg_current_xact_id(),
  -- Mapping that imported the offer, so that a complete list can end offers that it no longer contains.
  source text not null default ''
);
create index offers_changed_xid_idx on offers (changed_xid);
create index offers_lower_offer_id_idx on offers (lower(offer_id));
create index offers_producer_slug_idx on offers (producer_slug);
create index offers_product_id_idx on offers (product_id);

-- Price of an offer in a market, in cents per case.
create table offer_prices (
  offer_id text not null references offers on delete cascade,
  market text not null,
  pack_price integer not null check (pack_price > 0),
  pack_rrp integer check (pack_rrp >= 0),
  primary key (offer_id, market)
);

-- Cases in a market's warehouse, and how many of them are reserved for payments in progress.
create table stock_levels (
  product_id integer not null,
  market text not null,
  level integer not null check (level >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  changed_xid xid8 not null default pg_current_xact_id(),
  -- When the level last changed, for incremental exports.
  updated_at timestamptz not null default now(),
  primary key (product_id, market),
  constraint never_oversold check (reserved <= level)
);
create index stock_levels_changed_xid_idx on stock_levels (changed_xid);

create table offer_tombstones (
  offer_id text primary key,
  changed_xid xid8 not null default pg_current_xact_id(),
  -- When the offer was removed, for incremental exports.
  removed_at timestamptz not null default now()
);
create index offer_tombstones_changed_xid_idx on offer_tombstones (changed_xid);

-- Imports, so that they can be listed and undone.
create table imports (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz not null default clock_timestamp(),
  files text[] not null,
  -- Empty for the shop's own format.
  mapping text not null,
  -- Counts of added, changed, ended and unchanged records by kind.
  counts jsonb not null,
  rejected integer not null,
  undone_at timestamptz
);

-- The retailer's own pictures. In the database, which all processes share and one backup contains.
create table pictures (
  -- Derived from the SHA-256 of the original.
  id text primary key,
  width integer not null,
  height integer not null,
  placeholder text not null,
  imported_at timestamptz not null default now()
);

create table picture_files (
  id text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes bytea not null,
  primary key (id, width, format)
);
alter table picture_files alter column bytes set storage external;

-- Business days from dispatch to delivery for postcodes of a market that start with `area`.
create table delivery_estimates (
  market text not null,
  area text not null,
  days smallint not null,
  primary key (market, area)
);

-- When records without a timestamp of their own last changed, for incremental exports. Rows are only inserted, so that nobody waits for a
-- lock here; a job deletes all but the latest per key (docs/decisions/0046-incremental-export.md).
create table record_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Ids and codes of the shop. Contains nothing that identifies a person.
  key text not null,
  changed_at timestamptz not null default now()
);
create index record_changes_kind_key_id_idx on record_changes (kind, key, id);
create index record_changes_kind_changed_at_idx on record_changes (kind, changed_at);

-- Records that an import changed. An undo compares `after` to find those that were changed again since.
create table import_changes (
  -- Orders the batches of an import. For a key in several batches, `before` of the first and `after` of the last count.
  id bigint generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  kind text not null,
  -- Keys of the records; each record before the import, null if it is new; MD5 of each record after it.
  keys text[] not null,
  before jsonb[] not null,
  after text[] not null
);
create index import_changes_import_id_kind_idx on import_changes (import_id, kind);

-- ----------------------------------------------------------------------------------------------------
-- Promotions

create table promotions (
  id integer primary key,
  -- Upper case, trimmed. Null for automatic promotions.
  code text unique,
  automatic boolean not null,
  record jsonb not null,
  content_hash text not null,
  updated_at timestamptz not null default now()
);
create index promotions_automatic_idx on promotions (id) where automatic;

-- Revision of the promotions that every cart considers: automatic ones and those with banners. Processes cache them until it changes.
create table promotion_revision (
  is_singleton boolean default true primary key check (is_singleton),
  revision uuid not null
);

-- Uses of promotions with a limit: per promotion (`customer_key` is empty) and per customer.
create table promotion_usage (
  promotion_id integer not null,
  customer_key text not null,
  usage_count integer not null check (usage_count >= 0),
  primary key (promotion_id, customer_key)
);

-- ----------------------------------------------------------------------------------------------------
-- Customers and identity

-- Customer accounts. Tokens contain `subject`, carts and orders `id`.
create table customers (
  id integer generated by default as identity (start with 10001) primary key,
  subject text not null default (gen_random_uuid())::text unique,
  email text not null,
  -- Address in the form that is compared (`email_key`).
  email_key text not null unique,
  email_verified boolean not null default false,
  -- Argon2id in PHC format. Null for accounts with social sign-in only.
  password_hash text,
  given_name text not null default '',
  family_name text not null default '',
  phone text not null default '',
  -- Null for the group that follows from the tier.
  customer_group text check (customer_group = 'STAFF'),
  user_metadata jsonb not null default '{}',
  -- SHA-256 of the imported record. An import of an equal record changes nothing.
  record_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What differs by market: tier, ids in other systems, and the cart.
create table customer_markets (
  customer_id integer not null references customers on delete cascade,
  market text not null,
  tier text not null default 'GREEN' check (tier in ('NEW', 'GREEN', 'SILVER', 'GOLD', 'BLACK', 'FOUNDERS')),
  external_id text,
  contact_id text,
  cart_id uuid,
  loyalty_excluded boolean not null default false,
  loyalty_note text not null default '',
  crm_eligible boolean,
  primary key (customer_id, market)
);

-- Accounts at other OpenID providers that can sign in as the customer.
create table customer_identities (
  provider text not null,
  provider_subject text not null,
  customer_id integer not null references customers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, provider_subject)
);
create index customer_identities_customer_id_idx on customer_identities (customer_id);

create table customer_addresses (
  id integer generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  address text not null,
  suburb text not null,
  state text not null,
  postcode text not null,
  instructions text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index customer_addresses_customer_id_market_idx on customer_addresses (customer_id, market);
create unique index customer_addresses_default_key on customer_addresses (customer_id, market) where is_default;

-- Cards saved at the gateway: its token and what may be shown. Card numbers are never stored.
create table stored_instruments (
  id uuid default gen_random_uuid() primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  gateway_token text not null,
  brand text not null,
  last4 text not null,
  expiry_month integer not null check ((expiry_month >= 1) and (expiry_month <= 12)),
  expiry_year integer not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index stored_instruments_customer_id_market_idx on stored_instruments (customer_id, market);
create unique index stored_instruments_default_key on stored_instruments (customer_id, market) where is_default;

-- Sessions: one sign-in on one device. The id is the provider's session uid, which tokens contain.
create table sessions (
  id text primary key,
  customer_id integer not null references customers on delete cascade,
  method text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the customer last entered a password or signed in at a provider. Refreshing a token does not count.
  authenticated_at timestamptz not null default now()
);
create index sessions_customer_id_idx on sessions (customer_id);

-- Attempts in a time window, by account and by client address. Subjects are stored as hashes.
create table rate_limit_counters (
  kind text not null,
  subject_hash text not null,
  count integer not null,
  window_ends_at timestamptz not null,
  primary key (kind, subject_hash)
);

-- Links sent by email. The token is only in the email; its hash is stored when the email is created.
create table verification_tokens (
  id uuid default gen_random_uuid() primary key,
  purpose text not null check (purpose in ('join', 'verify', 'reset', 'undo-email')),
  token_hash text unique,
  email text not null,
  email_key text not null,
  -- For `join`: names, consent and password hash of the new account.
  data jsonb not null default '{}',
  origin text not null,
  return_to text not null default '/',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- For `join`: hash of the value in the browser's cookie.
  browser_hash text,
  -- For `undo-email`: the customer.
  customer_id integer references customers on delete cascade
);
create index verification_tokens_customer_id_idx on verification_tokens (customer_id) where customer_id is not null;
create index verification_tokens_email_key_purpose_idx on verification_tokens (email_key, purpose);

-- Changes of email address in progress, one per customer. The code was sent to the new address.
create table email_changes (
  customer_id integer references customers on delete cascade primary key,
  new_email text not null,
  -- Null until the email with the code is created.
  code_hash text,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

-- Keys that sign tokens and cookies. Retired keys still verify for a while.
create table identity_keys (
  kid text primary key,
  purpose text not null check (purpose in ('signing', 'cookies')),
  material jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  key_id text not null default ''
);

-- Sessions, grants, codes and refresh tokens of the OpenID provider. Ids are hashes of what the browser has.
create table oidc_records (
  kind text not null,
  id text not null,
  grant_id text,
  uid text,
  account_id text,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id)
);
create index oidc_records_account_id_idx on oidc_records (account_id) where account_id is not null;
create index oidc_records_expires_at_idx on oidc_records (expires_at);
create index oidc_records_grant_id_idx on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid_idx on oidc_records (uid) where uid is not null;

-- Secrets that all processes share. The first process that needs one creates it.
create table shared_secrets (
  name text not null,
  secret text not null,
  created_at timestamptz not null default now(),
  -- Id of the key that encrypts the secret (SECRETS_KEY), or empty. A secret can exist twice: a shop that starts without its key creates new
  -- ones and keeps those that it cannot read (docs/decisions/0082-secrets-at-rest.md).
  key_id text not null default '',
  primary key (name, key_id)
);

-- Cards being saved without a payment: started here, entered at the gateway, saved when the gateway confirms.
create table card_setups (
  id uuid default gen_random_uuid() primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  -- Membership to charge to this card. Null if it is only saved.
  membership_id uuid,
  -- Id at the gateway. Null until it has answered.
  gateway_id text,
  state text not null default 'open' check (state in ('open', 'kept', 'given_up')),
  instrument_id uuid,
  created_at timestamptz not null default now()
);
create index card_setups_created_at_open_idx on card_setups (created_at) where state = 'open';
create index card_setups_customer_id_idx on card_setups (customer_id);

-- ----------------------------------------------------------------------------------------------------
-- Carts and checkout

-- Checkouts: a cart on its way to an order. The token is only in the shopper's URL; stored is its hash.
create table checkouts (
  id uuid default gen_random_uuid() primary key,
  token_hash text not null unique,
  market text not null,
  cart_id uuid not null,
  customer_id integer not null default 0,
  -- What the shopper has entered: contact and delivery.
  details jsonb not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Tenders besides a card.
  gift_card_ids uuid[] not null default '{}',
  use_credit boolean not null default false,
  -- Last card that was declined because its owner has ordered before and a promotion is for first orders.
  card_fingerprint text
);
create index checkouts_cart_id_idx on checkouts (cart_id);

create table carts (
  id uuid default gen_random_uuid() primary key,
  market text not null,
  customer_id integer not null default 0,
  email text,
  region text,
  version integer not null default 1,
  -- Ids of promotions, in the order the codes were added.
  coupon_ids integer[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Gifts that the shopper was last told of. Gifts are derived from the lines on every read and never stored as lines.
  gifts jsonb not null default '[]',
  -- Gifts that the shopper removed: a list of {promotionId, offerId}.
  declined_gifts jsonb not null default '[]'
) with (fillfactor = 70);
create unique index carts_customer_id_market_key on carts (customer_id, market) where customer_id <> 0;
create index carts_updated_at_idx on carts using brin (updated_at);

create table cart_lines (
  id uuid default gen_random_uuid() primary key,
  cart_id uuid not null references carts on delete cascade,
  offer_id text not null,
  product_id integer not null,
  quantity integer not null check ((quantity >= 1) and (quantity <= 10000)),
  position bigint generated always as identity,
  -- Recipient of a gift card, as the buyer entered it. Copied to the order line.
  gift_details jsonb,
  -- Price in cents per case that the shopper was last told. If it changes, the cart shows a notice.
  last_seen_price_cents integer
) with (fillfactor = 80);
create unique index cart_lines_offer_recipient_key on cart_lines (cart_id, offer_id, lower(coalesce((gift_details ->> 'recipientEmail'), '')));

-- Requests with an idempotency key. Inserted before the work, in its transaction.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- Carts that were merged into another one. Late calls follow to the target while it exists.
create table cart_merges (
  id uuid primary key,
  target_id uuid not null references carts on delete cascade
);
create index cart_merges_target_id_idx on cart_merges (target_id);

-- Recipients of gift cards that were removed from a cart, for an hour, so that an undo restores them.
create table removed_gift_lines (
  line_id uuid primary key,
  offer_id text not null,
  details jsonb not null,
  removed_at timestamptz not null default now()
);

-- ----------------------------------------------------------------------------------------------------
-- Orders and payments

create table orders (
  id uuid default gen_random_uuid() primary key,
  -- Sequential per market from 1000001. Assigned when the order is paid.
  number integer,
  market text not null,
  checkout_id uuid not null references checkouts,
  cart_id uuid not null,
  cart_version integer not null,
  customer_id integer not null default 0,
  status text not null,
  email text not null,
  -- Contact, address and delivery instructions.
  details jsonb not null,
  -- Amounts in cents, as shown to the shopper.
  totals jsonb not null,
  total_cents integer not null check (total_cents >= 0),
  coupon_ids integer[] not null default '{}',
  -- Until when a draft reserves stock.
  reserved_until timestamptz not null,
  -- Payment id at the gateway. Null until it has answered.
  payment_id text unique,
  payment_url text,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  -- Amount charged at the gateway. The rest is paid by gift cards and credit.
  charge_cents integer not null,
  instrument_id uuid,
  save_card boolean not null default false,
  -- Fingerprint of the card at the gateway: equal for the same card, whoever pays with it.
  card_fingerprint text,
  -- True if a promotion for first orders applies. The card is authorised first, and charged once no earlier order with it is found.
  first_order boolean not null default false,
  unique (market, number),
  check ((charge_cents >= 0) and (charge_cents <= total_cents))
);

-- Returns one key per mailbox, however its address is written, or null if the text is no address. The same rule as `mailboxOf` in
-- TypeScript.
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case when position('@' in key) = 0 then null
    when domain in ('gmail.com', 'googlemail.com') then replace(split_part(name, '+', 1), '.', '') || '@gmail.com'
    else split_part(name, '+', 1) || '@' || domain end
  from (select key, substring(key from '^(.*)@[^@]*$') as name, substring(key from '@([^@]*)$') as domain
    from (select lower(normalize(btrim(email), NFC)) as key) k) parts
$$;
create index orders_card_fingerprint_idx on orders (card_fingerprint) where (card_fingerprint is not null) and (number is not null);
create unique index orders_cart_id_draft_key on orders (cart_id) where status = 'Incomplete';
create index orders_checkout_id_idx on orders (checkout_id);
create index orders_customer_id_placed_at_idx on orders (customer_id, placed_at) where customer_id <> 0;
create index orders_lower_email_guest_idx on orders (lower(email)) where (customer_id = 0) and (number is not null);
create index orders_mailbox_of_email_idx on orders (mailbox_of(email)) where number is not null;
create index orders_reserved_until_draft_idx on orders (reserved_until) where status = 'Incomplete';

-- Uses of promotions that an order has reserved or made.
create table promotion_redemptions (
  order_id uuid not null references orders on delete cascade,
  promotion_id integer not null,
  customer_key text not null,
  state text not null check (state in ('active', 'committed', 'released')),
  primary key (order_id, promotion_id)
);

create table order_lines (
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  offer_id text not null,
  product_id integer not null,
  quantity integer not null check (quantity > 0),
  list_cents integer not null,
  discount_cents integer not null,
  summary jsonb not null,
  added_by_promotion boolean not null default false,
  gift_details jsonb,
  primary key (order_id, "position")
);

-- Stock that an order has reserved or taken.
create table stock_reservations (
  order_id uuid not null references orders on delete cascade,
  product_id integer not null,
  market text not null,
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('active', 'committed', 'released')),
  primary key (order_id, product_id)
);

-- Event log of orders, append-only.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  event text not null,
  data jsonb not null default '{}',
  -- `shop` for automatic events, else the name of a member of staff.
  actor text not null default 'shop'
);
create index order_events_order_id_id_idx on order_events (order_id, id);

create table order_numbers (
  market text primary key,
  last integer not null
);

-- Requests to Stripe by order id. Written before the request is sent, so that a lost response loses nothing.
create table stripe_payments (
  merchant_key text primary key,
  -- Null if the order was cancelled before a request was sent.
  request jsonb,
  is_cancelled boolean not null default false,
  session_id text,
  session_url text,
  intent_id text,
  created_at timestamptz not null default now()
);

-- Stripe's ids of customers, who own their saved cards there.
create table stripe_customers (
  customer_key text primary key,
  stripe_id text not null
);

create table order_shipments (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references orders,
  -- Idempotency key of the caller.
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
  primary key (shipment_id, "position")
);

create table order_refunds (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references orders,
  -- Idempotency key of the caller.
  key text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- Part that the gateway returns to the card. The rest returns to gift cards and credit.
  gateway_cents integer not null,
  -- Part that is for delivery.
  shipping_cents integer not null default 0,
  reason text not null default '',
  actor text not null,
  -- `intended` until the gateway has answered a request with the refund's id as key.
  state text not null default 'intended' check (state in ('intended', 'done', 'refused')),
  -- Id at the gateway.
  gateway_refund_id text,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (order_id, key),
  check ((gateway_cents >= 0) and (gateway_cents <= amount_cents)),
  constraint order_refunds_check1 check ((shipping_cents >= 0) and (shipping_cents <= amount_cents))
);
create index order_refunds_next_attempt_at_open_idx on order_refunds (next_attempt_at) where state = 'intended';

create table order_refund_lines (
  refund_id uuid not null references order_refunds on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- How many of them were not sent yet and will not be sent.
  withdrawn integer not null,
  -- How many of them go back on sale.
  restocked integer not null,
  amount_cents integer not null check (amount_cents >= 0),
  primary key (refund_id, "position"),
  check ((withdrawn >= 0) and (withdrawn <= quantity)),
  constraint order_refund_lines_check1 check ((restocked >= 0) and (restocked <= quantity))
);

-- Events of orders that still have to become webhooks. Inserted in the transaction of the event.
create table webhook_dispatches (
  event_id bigint references order_events primary key
);

-- Webhooks: one event to one receiver, sent until it is accepted or given up.
create table webhook_deliveries (
  -- Sent as `webhook-id`, so that receivers recognise repetitions.
  id uuid default gen_random_uuid() primary key,
  event_id bigint not null references order_events,
  url text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Outcome of the last attempt, in words.
  last_response text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (event_id, url)
);
create index webhook_deliveries_finished_at_idx on webhook_deliveries (finished_at) where state <> 'pending';
create index webhook_deliveries_next_attempt_at_pending_idx on webhook_deliveries (next_attempt_at) where state = 'pending';

-- Ids of this installation at payment gateways. A copy of the database on another server has another system identifier and gets its own id:
-- two shops with one gateway account never refund each other's payments (docs/decisions/0097-payments-that-are-not-ours.md).
create table installations (
  system_identifier text not null,
  database_name text not null,
  id uuid not null default gen_random_uuid(),
  primary key (system_identifier, database_name)
);

-- Payments and disputes that no order explains and that staff must check. Raised once each.
create table payment_alerts (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- Id of the payment or dispute at the gateway.
  subject text not null,
  kind text not null check (kind in ('stray_payment', 'unknown_dispute')),
  amount_cents integer not null,
  detail text not null,
  raised_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  unique (gateway, subject, kind)
);

-- Disputes (chargebacks). The bank withholds the money until they are decided.
create table order_disputes (
  gateway text not null,
  -- Id at the gateway.
  id text not null,
  order_id uuid not null references orders,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- Deadline for evidence. Null if the gateway sets none.
  evidence_due_at timestamptz,
  -- Status of the order if the shop wins.
  status_before text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (gateway, id)
);
create index order_disputes_evidence_due_at_open_idx on order_disputes (evidence_due_at) where status = 'open';
create index order_disputes_order_id_idx on order_disputes (order_id);

-- ----------------------------------------------------------------------------------------------------
-- Balances: store credit and gift cards

-- Accounts of store credit and gift cards. Changes of a balance lock the row.
create table ledger_accounts (
  id text primary key
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  account text not null references ledger_accounts,
  kind text not null,
  -- Negative amounts are debits. The balance is the sum.
  cents integer not null check (cents <> 0),
  -- Identifies the cause. One entry per source.
  source text not null unique,
  note text not null default '',
  at timestamptz not null default now()
);
create index ledger_entries_account_id_idx on ledger_entries (account, id);

-- Parts of balances that are reserved for orders in progress.
create table ledger_holds (
  account text not null references ledger_accounts,
  -- Order id.
  key text not null,
  -- Kind of the entry when it is captured.
  kind text not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('active', 'captured', 'released')),
  primary key (key, account)
);
create index ledger_holds_account_active_idx on ledger_holds (account) where state = 'active';

create table gift_cards (
  id uuid default gen_random_uuid() primary key,
  -- Capital letters and digits without separators.
  code text not null unique,
  market text not null,
  initial_cents integer not null check (initial_cents > 0),
  expires_at timestamptz not null,
  -- Order line and unit that bought it. Null if the retailer issued it.
  order_id uuid,
  order_position integer,
  unit integer,
  recipient_email text not null default '',
  recipient_name text not null default '',
  sender_name text not null default '',
  message text not null default '',
  -- When its email is due, was queued and was sent.
  send_at timestamptz not null default now(),
  queued_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, order_position, unit)
);
create index gift_cards_expires_at_idx on gift_cards (expires_at);
create index gift_cards_send_at_unqueued_idx on gift_cards (send_at) where queued_at is null;

-- ----------------------------------------------------------------------------------------------------
-- Loyalty and referrals

-- Loyalty programmes that the retailer imported (record kind `loyalty`).
create table loyalty_programmes (
  market text primary key,
  record jsonb not null
);

-- Entries that tiers are computed from, append-only. A spend or refund names its order, a grant its tier.
create table loyalty_ledger (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  kind text not null check (kind in ('spend', 'refund', 'grant')),
  -- Identifies the cause. One entry per source.
  source text not null unique,
  order_id uuid,
  cents integer not null default 0 check (cents >= 0),
  tier text,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  check (((kind = 'grant') = (tier is not null)) and ((kind = 'grant') = (order_id is null)))
);
create index loyalty_ledger_at_spend_idx on loyalty_ledger (at) where kind = 'spend';
create index loyalty_ledger_customer_id_market_at_idx on loyalty_ledger (customer_id, market, at);

-- Tier changes, shown to the customer. The latest is the current tier.
create table loyalty_tier_changes (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  from_tier text not null,
  to_tier text not null,
  at timestamptz not null default now()
);
create index loyalty_tier_changes_customer_id_market_id_idx on loyalty_tier_changes (customer_id, market, id desc);

-- Coupons for birthdays and anniversaries: at most one per occasion and year.
create table loyalty_coupons (
  customer_id integer not null references customers on delete cascade,
  market text not null,
  occasion text not null check (occasion in ('birthday', 'anniversary')),
  year integer not null,
  promotion_id integer not null,
  issued_at timestamptz not null default now(),
  primary key (customer_id, market, occasion, year)
);

-- First orders of friends with a customer's referral code, and the customer's credit.
create table referrals (
  order_id uuid references orders primary key,
  market text not null,
  referrer_id integer not null references customers on delete cascade,
  -- 0 if the friend ordered as a guest.
  friend_id integer not null,
  -- SHA-256 of the friend's mailbox, address and card. Each counts once.
  email_hash text not null,
  address_hash text not null,
  card_hash text,
  cents integer not null,
  -- `credited`, `held`, `reversed` with the order's refund, or why no credit was given.
  state text not null,
  at timestamptz not null default now(),
  -- Credit revoked after partial refunds.
  reversed_cents integer not null default 0,
  -- Why staff must review the credit, who decided and when.
  held_reason text check (held_reason in ('same_address', 'same_card')),
  reviewed_by text,
  reviewed_at timestamptz,
  check ((reversed_cents >= 0) and (reversed_cents <= cents))
);
create index referrals_address_hash_idx on referrals (address_hash) where state = 'credited';
create index referrals_at_held_idx on referrals (at) where state = 'held';
create index referrals_card_hash_idx on referrals (card_hash) where (card_hash is not null) and (state = 'credited');
create index referrals_email_hash_idx on referrals (email_hash) where state = 'credited';
create index referrals_referrer_id_market_at_idx on referrals (referrer_id, market, at desc);

-- ----------------------------------------------------------------------------------------------------
-- Wine clubs

-- Wine clubs: the retailer's record, and the columns that find them.
create table clubs (
  id text primary key,
  market text not null,
  slug text not null,
  record jsonb not null,
  content_hash text not null,
  updated_at timestamptz not null default now()
);
create index clubs_market_slug_idx on clubs (market, slug);

-- Memberships of wine clubs. Dates are in the market's time zone.
create table club_memberships (
  id uuid default gen_random_uuid() primary key,
  market text not null,
  -- 0 after the account was deleted. No foreign key: orders are paid while the customer's row is locked.
  customer_id integer not null,
  club_id text not null,
  variant_id text not null,
  frequency_id text not null,
  status text not null check (status in ('pending', 'active', 'paused', 'cancelled')),
  -- Why it is paused or cancelled.
  reason text,
  -- Contact and address, as in orders.
  details jsonb not null,
  -- Saved card that renewals charge.
  instrument_id uuid,
  -- Date that delivery dates are counted from.
  anchor_on date not null,
  joined_at timestamptz,
  created_at timestamptz not null default now()
);
create index club_memberships_club_id_idx on club_memberships (club_id);
create unique index club_memberships_customer_id_market_club_id_key on club_memberships (customer_id, market, club_id) where status <> 'cancelled';

-- Deliveries of a membership, one per period. Orders have its id in `cart_id`, so that `orders_cart_id_draft_key` allows one draft at a
-- time.
create table club_deliveries (
  id uuid default gen_random_uuid() primary key,
  membership_id uuid not null references club_memberships on delete cascade,
  period integer not null check (period >= 1),
  -- Number of intervals after `anchor_on`.
  slot integer not null check (slot >= 0),
  due_on date not null,
  state text not null check (state in ('due', 'paid', 'skipped', 'missed', 'unpaid')),
  reminded_on date,
  -- Price in the reminder.
  price_cents integer,
  -- Order that is being paid or has paid for it.
  order_id uuid unique,
  card_attempts integer not null default 0,
  card_failed_on date,
  stock_attempts integer not null default 0,
  stock_failed_on date,
  -- Date of the next attempt after a failed one.
  retry_on date,
  unique (membership_id, period)
);
create unique index club_deliveries_due_key on club_deliveries (membership_id) where state = 'due';
create index club_deliveries_due_on_due_idx on club_deliveries (due_on) where state = 'due';

-- Event log of memberships, append-only.
create table club_events (
  id bigint generated always as identity primary key,
  membership_id uuid not null references club_memberships on delete cascade,
  at timestamptz not null,
  event text not null,
  data jsonb not null default '{}'
);
create index club_events_membership_id_id_idx on club_events (membership_id, id);

-- ----------------------------------------------------------------------------------------------------
-- Content and access

-- Favourites of customers and of guests, whose id their browser generates. `position` sorts and pages the list.
create table favourites (
  id uuid primary key,
  customer_id integer references customers on delete cascade,
  guest_id uuid,
  market text not null,
  offer_id text not null,
  position bigint generated always as identity,
  created_at timestamptz not null default now(),
  constraint favourites_owner_check check ((customer_id is null) <> (guest_id is null))
);
create index favourites_created_at_guest_idx on favourites (created_at) where guest_id is not null;
create unique index favourites_customer_id_market_offer_id_key on favourites (customer_id, market, offer_id) where customer_id is not null;
create unique index favourites_guest_id_market_offer_id_key on favourites (guest_id, market, offer_id) where guest_id is not null;

-- Content pages: the retailer's record, and the columns that find them.
create table pages (
  id text primary key,
  path text not null,
  record jsonb not null,
  content_hash text not null,
  updated_at timestamptz not null default now()
);
create index pages_path_idx on pages (path);

-- Entries of forms, until staff have handled them.
create table form_submissions (
  id uuid primary key,
  form_id text not null,
  market text not null,
  page_id text not null,
  entry jsonb not null,
  email text,
  received_at timestamptz not null default now()
);
create index form_submissions_lower_email_idx on form_submissions (lower(email));
create index form_submissions_received_at_idx on form_submissions (received_at);

-- Pages behind a paywall that visitors unlocked with an email address (in the form that is compared).
create table paywall_unlocks (
  page_id text not null,
  email text not null,
  unlocked_at timestamptz not null default now(),
  primary key (page_id, email)
);
create index paywall_unlocks_email_idx on paywall_unlocks (email);

-- ----------------------------------------------------------------------------------------------------
-- Mail, push, analytics, CRM and error reports

-- Emails of a shop without SMTP, shown at /dev/mailbox.
create table dev_mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null default now(),
  -- Additional headers, such as List-Unsubscribe.
  headers jsonb not null default '{}'
);

-- Analytics events, one partition per day: created with the first event of a day, dropped when it is old. `day` is derived from the event,
-- so that a repeated event has the same primary key.
create table analytics_events (
  day date not null,
  message_id text not null,
  type text not null,
  name text,
  anonymous_id text,
  user_id text,
  market text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  event jsonb not null,
  -- When it is due to be forwarded to the customer data platform. Null if it was, or will not be.
  forward_at timestamptz,
  forward_attempts integer not null default 0,
  primary key (day, message_id)
) partition by range (day);
create index analytics_events_forward_at_idx on analytics_events (forward_at) where forward_at is not null;
create index analytics_events_name_market_happened_at_idx on analytics_events (name, market, happened_at);
create index analytics_events_user_id_idx on analytics_events (user_id) where user_id is not null;

-- State last sent to the CRM. Customers whose state differs are sent until the CRM accepts them.
create table crm_contacts (
  customer_id integer not null references customers on delete cascade,
  market text not null,
  last_sent_state text,
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  primary key (customer_id, market)
);

-- Errors of browsers and servers, grouped by fingerprint, with the latest reports of each group.
create table error_groups (
  fingerprint text primary key,
  -- `browser` or `server`.
  source text not null,
  class text not null,
  message text not null,
  component text not null,
  occurrences bigint not null default 1,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now()
);
create index error_groups_last_seen_idx on error_groups (last_seen);

create table error_notices (
  id uuid primary key,
  fingerprint text not null references error_groups on delete cascade,
  notice jsonb not null,
  -- Feedback of the shopper.
  comment text,
  received_at timestamptz not null default now()
);
create index error_notices_fingerprint_received_at_idx on error_notices (fingerprint, received_at);
create index error_notices_received_at_idx on error_notices (received_at);

-- Push subscriptions, and what is known of the browser's shopper. The endpoint is a secret of the browser.
create table push_subscriptions (
  endpoint text primary key,
  p256dh text not null,
  auth text not null,
  market text not null,
  customer_id integer references customers on delete cascade,
  -- Id of a guest's favourites.
  guest_id uuid,
  cart_id uuid,
  -- Tags of the cart's last line. Empty if there is none.
  cart_item text not null default '',
  cart_image text not null default '',
  cart_update timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index push_subscriptions_cart_update_idx on push_subscriptions (cart_update) where cart_item <> '';
create index push_subscriptions_customer_id_idx on push_subscriptions (customer_id) where customer_id is not null;
create index push_subscriptions_guest_id_idx on push_subscriptions (guest_id) where guest_id is not null;

-- Push messages. `subject_key` identifies the state that a message is about, which is announced once.
create table push_messages (
  id bigint generated always as identity primary key,
  endpoint text not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('cart', 'price')),
  subject_key text not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  unique (endpoint, kind, subject_key)
);
create index push_messages_send_after_unsent_idx on push_messages (send_after) where sent_at is null;

-- Price of each favourite at the last check.
create table push_notified_prices (
  offer_id text not null,
  market text not null,
  pack_price integer not null,
  primary key (offer_id, market)
);

-- Bytes received per day, so that all processes together respect the daily limit.
create table analytics_volume (
  day date primary key,
  bytes bigint not null
);

-- Failed emails as mail services and servers report them (docs/decisions/0099-mail-that-fails.md).
create table mail_failures (
  id bigint generated always as identity primary key,
  -- Lower case.
  address text not null,
  kind text not null check (kind in ('bounce', 'soft_bounce', 'complaint')),
  reason text not null,
  -- Identifies a repeated report.
  key text not null unique,
  at timestamptz not null
);
create index mail_failures_address_at_idx on mail_failures (address, at);

create table mail_suppressions (
  address text primary key,
  kind text not null check (kind in ('bounce', 'complaint')),
  reason text not null,
  since timestamptz not null default now()
);

-- Consents to marketing and withdrawals, with the wording that was shown. The latest entry per channel counts; `customers.user_metadata`
-- repeats it for email and SMS. Devices of guests are stored as a hash of their push endpoint.
create table marketing_consents (
  id bigint generated always as identity primary key,
  customer_id integer references customers on delete cascade,
  device text,
  channel text not null check (channel in ('email', 'sms', 'push')),
  granted boolean not null,
  wording text not null,
  source text not null,
  market text,
  at timestamptz not null default clock_timestamp(),
  check ((customer_id is not null) or (device is not null))
);
create index marketing_consents_customer_id_channel_at_id_idx on marketing_consents (customer_id, channel, at desc, id desc);
create index marketing_consents_device_idx on marketing_consents (device) where device is not null;

-- ----------------------------------------------------------------------------------------------------
-- Sandbox gateway: payments of a pretend company outside

create schema sandbox_gateway;

create table sandbox_gateway.payments (
  id text primary key,
  -- Idempotency key of the merchant.
  merchant_key text not null unique,
  amount_cents integer not null,
  currency text not null,
  description text not null,
  return_url text not null,
  status text not null check (status in ('open', 'confirming', 'authorised', 'captured', 'cancelled', 'refunded')),
  -- Why the last attempt failed, shown on the payment page.
  last_failure text,
  card_brand text,
  card_last4 text,
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  -- Card that paid, if the shop asked to save it.
  card_token text,
  card_expiry_month integer,
  card_expiry_year integer,
  -- Sum of its refunds.
  refunded_cents integer not null default 0,
  -- True if the page only saves a card.
  is_setup_only boolean not null default false,
  -- True if the shop captures the payment after it is authorised.
  capture_later boolean not null default false,
  installation text,
  check ((refunded_cents >= 0) and (refunded_cents <= amount_cents))
);
create index payments_captured_at_idx on sandbox_gateway.payments (captured_at);

create table sandbox_gateway.refunds (
  id text primary key,
  merchant_key text not null unique,
  payment_id text not null references sandbox_gateway.payments,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);

-- Disputes at the sandbox gateway.
create table sandbox_gateway.disputes (
  id text primary key,
  payment_id text not null references sandbox_gateway.payments,
  amount_cents integer not null,
  status text not null check (status in ('open', 'won', 'lost')),
  evidence_due_at timestamptz not null
);

-- ----------------------------------------------------------------------------------------------------
-- Functions and triggers

-- Returns the form in which email addresses are compared. The same rule as `emailKey` in src/lib/email.ts.
create function email_key(email text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(btrim(email), NFC))
$$;

-- Records the transaction that last changed what lists show.
create function set_changed_xid() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function insert_offer_tombstone() returns trigger language plpgsql as $$
begin
  insert into offer_tombstones (offer_id) values (old.offer_id)
    on conflict (offer_id) do update set changed_xid = pg_current_xact_id(), removed_at = now();
  return old;
end $$;

-- Marks the offers of a deleted stock level as changed.
create function touch_offers_of_stock() returns trigger language plpgsql as $$
begin
  update offers set changed_xid = pg_current_xact_id() where product_id = old.product_id;
  return old;
end $$;

-- Returns true if every cart considers the promotion: it is automatic or has banners.
create function is_cart_wide_promotion(promotion promotions) returns boolean language sql immutable as $$ select promotion.automatic or jsonb_array_length(coalesce(promotion.record->'banners', '[]'::jsonb)) > 0 $$;

-- Changes the revision, so that processes reload cart-wide promotions.
create function bump_promotion_revision() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'INSERT' and is_cart_wide_promotion(old)) or (tg_op <> 'DELETE' and is_cart_wide_promotion(new)) then
    update promotion_revision set revision = gen_random_uuid();
  end if;
  return null;
end $$;

create function forbid_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only', tg_table_name;
end $$;

-- Logs that a record changed. Arguments: kind, prefix of the key, columns of the key.
create function log_record_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  key text := tg_argv[1];
begin
  for position in 2 .. tg_nargs - 1 loop
    key := key || coalesce(changed ->> tg_argv[position], '');
  end loop;
  insert into record_changes (kind, key) values (tg_argv[0], key);
  return null;
end $$;

create trigger club_deliveries_log_change after insert or update on club_deliveries for each row execute function log_record_change('membership', '', 'membership_id');
create trigger club_events_log_change after insert on club_events for each row execute function log_record_change('membership', '', 'membership_id');
create trigger club_memberships_log_change after insert or update on club_memberships for each row execute function log_record_change('membership', '', 'id');
create trigger customer_addresses_log_change after insert or delete or update on customer_addresses for each row execute function log_record_change('customer', '', 'customer_id');
create trigger customer_identities_log_change after insert or delete or update on customer_identities for each row execute function log_record_change('customer', '', 'customer_id');
create trigger customer_markets_log_change after insert or update on customer_markets for each row execute function log_record_change('customer', '', 'customer_id');
create trigger customers_log_change after insert or update on customers for each row execute function log_record_change('customer', '', 'id');
create trigger delivery_estimates_log_change after insert or update on delivery_estimates for each row execute function log_record_change('delivery-estimate', '', 'market', 'area');
create trigger favourites_log_change after insert or update on favourites for each row when (new.customer_id is not null) execute function log_record_change('favourite', '', 'id');
create trigger gift_cards_log_change after insert or update on gift_cards for each row execute function log_record_change('ledger', 'gift-card:', 'id');
create trigger ledger_entries_log_change after insert on ledger_entries for each row execute function log_record_change('ledger', '', 'account');
create trigger loyalty_ledger_log_change after insert on loyalty_ledger for each row execute function log_record_change('loyalty-ledger', '', 'customer_id', 'market');
create trigger loyalty_programmes_log_change after insert or update on loyalty_programmes for each row execute function log_record_change('loyalty', '', 'market');
create trigger loyalty_tier_changes_log_change after insert on loyalty_tier_changes for each row execute function log_record_change('loyalty-ledger', '', 'customer_id', 'market');
create trigger offers_insert_tombstone after delete on offers for each row execute function insert_offer_tombstone();
create trigger offers_set_changed_xid before update on offers for each row execute function set_changed_xid();
create trigger order_events_append_only before delete or update on order_events for each row execute function forbid_update();
create trigger promotions_bump_revision after insert or delete or update on promotions for each row execute function bump_promotion_revision();
create trigger stock_levels_set_changed_xid before update on stock_levels for each row when (least((old.level - old.reserved), 10) is distinct from least((new.level - new.reserved), 10)) execute function set_changed_xid();
create trigger stock_levels_set_updated_at before update on stock_levels for each row when (old.level is distinct from new.level) execute function set_updated_at();
create trigger stock_levels_touch_offers after delete on stock_levels for each row execute function touch_offers_of_stock();
create trigger stored_instruments_log_change after insert or delete or update on stored_instruments for each row execute function log_record_change('customer', '', 'customer_id');

create sequence generated_promotion_ids as integer start with 1000000000;

insert into order_numbers values ('AU', 1000000), ('SG', 1000000);
insert into promotion_revision (revision) values (gen_random_uuid());
