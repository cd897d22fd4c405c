-- What was asked of Stripe, by the order's id: written before it is asked, so that an answer that is lost loses nothing.
create table stripe_payments (
  merchant_key text primary key,
  -- Null where a key was blocked before anything was asked.
  request jsonb,
  is_cancelled boolean not null default false,
  session_id text,
  session_url text,
  intent_id text,
  created_at timestamptz not null default now()
);

-- What Stripe calls our customers, under whom it keeps their cards.
create table stripe_customers (
  customer_key text primary key,
  stripe_id text not null
);
