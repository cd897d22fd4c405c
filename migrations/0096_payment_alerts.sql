-- Names this installation at payment gateways. A copy of the database on another server has another system identifier and so
-- makes an id of its own: two shops that share a gateway account never refund each other's payments (decision 97).
create table installations (
  system_identifier text not null,
  database_name text not null,
  id uuid not null default gen_random_uuid(),
  primary key (system_identifier, database_name)
);

-- What needs a person: money that the books cannot explain. Raised once each.
create table payment_alerts (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- What it is about, at the gateway: a payment or a dispute.
  subject text not null,
  kind text not null check (kind in ('stray_payment', 'unknown_dispute')),
  amount_cents integer not null,
  detail text not null,
  raised_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  unique (gateway, subject, kind)
);

alter table sandbox_gateway.payments add column installation text;
