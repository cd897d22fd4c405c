-- Labels that carriers draw, what they cost, and what carriers report about parcels (docs/decisions/0201-carriers.md).
alter table parcel_labels
  -- Code of the carrier's service. Empty for the carrier's choice.
  add column service text not null default '',
  add column price_cents integer check (price_cents >= 0);
create index parcel_labels_carrier_idx on parcel_labels (carrier, carrier_reference) where carrier_reference <> '';

create table parcel_label_documents (
  label_id uuid primary key references parcel_labels (id) on delete cascade,
  content bytea not null,
  stored_at timestamptz not null default now()
);
comment on table parcel_label_documents is 'Labels as carriers draw them. They show the buyer''s name and address and are deleted with them.';

create table parcel_events (
  id bigint generated always as identity primary key,
  label_id uuid not null references parcel_labels (id) on delete cascade,
  -- In the carrier's words.
  status text not null,
  -- What it means to the shop; `other` is kept and ignored.
  stage text not null check (stage in ('waiting', 'moving', 'out', 'attempted', 'collect', 'delivered', 'refused', 'returned', 'problem', 'cancelled', 'other')),
  -- When it happened, as the carrier says. Events arrive late and out of order.
  at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (label_id, status, at)
);
comment on table parcel_events is 'What carriers reported about parcels. No data of buyers.';
