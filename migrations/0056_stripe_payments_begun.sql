-- When a payment was last begun. While its charge may be on its way to Stripe, it is not taken for one that Stripe does not know.
alter table stripe_payments add column begun_at timestamptz not null default now();
