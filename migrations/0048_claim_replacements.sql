-- transaction: none
-- contract: never released
-- What follows a claim: cases that are sent again, decisions by a rule, and claims to suppliers (docs/decisions/0202-what-follows-a-claim.md).

-- Order with total 0 that sends the cases again. Once it is cancelled, the claim is open again.
alter table claims add column if not exists replacement_id uuid references orders on delete set null;
-- Rule of the settings that decided the claim. Null if a person decided.
alter table claims add column if not exists rule jsonb;
alter table claims drop constraint if exists claims_state_check,
  add constraint claims_state_check check (state in ('open', 'refunded', 'credited', 'replaced', 'declined'));
create unique index concurrently if not exists claims_replacement_id_idx on claims (replacement_id) where replacement_id is not null;
create index concurrently if not exists claims_market_created_at_idx on claims (market, created_at);

-- Cases of a claimed order that a replacement sends again.
create table if not exists claim_replacement_lines (
  -- The replacement.
  order_id uuid not null references orders on delete cascade,
  -- Line of the claimed order.
  position integer not null,
  claim_id uuid not null references claims on delete cascade,
  cases integer not null check (cases > 0),
  -- What was paid for them.
  amount_cents integer not null check (amount_cents >= 0),
  primary key (order_id, "position")
);
create index concurrently if not exists claim_replacement_lines_claim_id_idx on claim_replacement_lines (claim_id);

-- To whom claims about a producer's wines are sent.
create table if not exists producer_contacts (
  market text not null,
  -- Brand of the wines.
  producer text not null,
  email text not null,
  -- Raised by every change.
  version integer not null default 1,
  primary key (market, producer)
);

-- Claims that were sent to a supplier, with the file as it was sent. It names no buyer.
create table if not exists supplier_claims (
  id uuid default gen_random_uuid() primary key,
  market text not null,
  producer text not null,
  email text not null,
  csv text not null,
  author text not null,
  at timestamptz not null default now()
);
create index concurrently if not exists supplier_claims_producer_idx on supplier_claims (market, producer, at);
-- The last claim to a supplier that had the line. Null if there was none.
alter table claim_lines add column if not exists supplier_claim_id uuid references supplier_claims on delete set null;
create index concurrently if not exists claim_lines_supplier_claim_id_idx on claim_lines (supplier_claim_id) where supplier_claim_id is not null;

-- Shipments of a period, for the rate of claims.
create index concurrently if not exists order_shipments_shipped_at_idx on order_shipments (shipped_at);
