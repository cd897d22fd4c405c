-- What became of shipments at the door.
create table delivery_outcomes (
  id bigint generated always as identity primary key,
  shipment_id uuid not null references order_shipments (id) on delete cascade,
  outcome text not null check (outcome in ('delivered', 'refused', 'returned')),
  reason text not null default '',
  day date not null,
  actor text not null,
  recorded_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz
);
comment on table delivery_outcomes is 'The record for a licence inspector. Rows are never changed, only taken back. No data of buyers.';
create index delivery_outcomes_shipment_idx on delivery_outcomes (shipment_id);
create index delivery_outcomes_day_idx on delivery_outcomes (day);
