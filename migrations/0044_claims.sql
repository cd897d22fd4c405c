-- Claims: what buyers report about an order, with photos, and what staff decided.
create table claims (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references orders on delete cascade,
  market text not null,
  -- What the buyer wrote. Empty after the buyer is erased.
  text text not null default '',
  state text not null default 'open' check (state in ('open', 'refunded', 'credited', 'declined')),
  amount_cents integer check (amount_cents > 0),
  -- The refund that was decided. The gateway may refuse it later: the claim is then open again.
  refund_id uuid references order_refunds,
  -- What the buyer was told.
  answer text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  -- Raised by every decision.
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index claims_order_id_idx on claims (order_id, created_at);
create index claims_list_idx on claims (created_at, id);
create index claims_open_idx on claims (market, created_at, id) where state = 'open';
create index claims_refund_id_idx on claims (refund_id) where refund_id is not null;

create table claim_lines (
  claim_id uuid not null references claims on delete cascade,
  -- Line of the order.
  position integer not null,
  problem text not null check (problem in ('wrong', 'broken', 'faulty', 'missing', 'late')),
  bottles integer not null check (bottles > 0),
  primary key (claim_id, position)
);

-- Photos of buyers, converted, so without the place and time that phones write into them. Never in the picture library or its storage.
create table claim_photos (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references orders on delete cascade,
  -- Null until the claim is sent.
  claim_id uuid references claims on delete cascade,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index claim_photos_claim_id_idx on claim_photos (claim_id);
create index claim_photos_order_id_idx on claim_photos (order_id);
create index claim_photos_unsent_idx on claim_photos (created_at) where claim_id is null;
