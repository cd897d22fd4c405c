-- Disputes of payments at a gateway (chargebacks): the buyer's bank takes the money back until it is decided.
create table order_disputes (
  gateway text not null,
  -- The gateway's name for it.
  id text not null,
  order_id uuid not null references orders,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- Until when the shop may send evidence; null where the gateway sets no time.
  evidence_due_at timestamptz,
  -- The status that the order goes back to where the shop wins.
  status_before text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (gateway, id)
);
create index order_disputes_by_order on order_disputes (order_id);
create index order_disputes_open on order_disputes (evidence_due_at) where status = 'open';

-- The sandbox gateway's own books of disputes.
create table sandbox_gateway.disputes (
  id text primary key,
  payment_id text not null references sandbox_gateway.payments,
  amount_cents integer not null,
  status text not null check (status in ('open', 'won', 'lost')),
  evidence_due_at timestamptz not null
);
