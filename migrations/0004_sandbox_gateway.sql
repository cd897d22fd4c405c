-- The sandbox gateway's own books, apart from the shop's: it stands for a company outside.
create schema sandbox_gateway;
create table sandbox_gateway.payments (
  id text primary key,
  -- The merchant's key: the same key is the same payment.
  merchant_key text not null unique,
  amount_cents integer not null,
  currency text not null,
  description text not null,
  return_url text not null,
  status text not null check (status in ('open', 'confirming', 'captured', 'cancelled', 'refunded')),
  -- Why the last attempt failed, for the payment page.
  last_failure text,
  card_brand text,
  card_last4 text,
  created_at timestamptz not null default now(),
  captured_at timestamptz
);
create index payments_by_capture on sandbox_gateway.payments (captured_at);
