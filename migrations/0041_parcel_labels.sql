-- Labels of parcels, bought from a carrier by a job.
create table parcel_labels (
  -- The reference by which the carrier knows the parcel, so that it can be asked before a label is bought again.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  -- Idempotency key of the request for the labels.
  key text not null,
  -- Number of the label in its order, from 1. It is never given twice.
  number integer not null check (number > 0),
  parcel integer not null check (parcel > 0),
  parcels integer not null check (parcels >= parcel),
  carrier text not null,
  state text not null default 'intended' check (state in ('intended', 'bought', 'failed', 'cancelled')),
  -- Hash of the address that the label is for. The address itself is in the order.
  destination text not null,
  carrier_reference text not null default '',
  tracking_number text not null default '',
  tracking_url text not null default '',
  failure text not null default '',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  cancel_asked_at timestamptz,
  actor text not null,
  created_at timestamptz not null default now(),
  bought_at timestamptz,
  -- Day of the manifest on which the parcel was handed over.
  manifest_day date,
  shipment_id uuid references order_shipments (id) on delete set null,
  unique (order_id, number),
  unique (order_id, key, parcel)
);
comment on table parcel_labels is 'Labels of parcels. Without personal data: the address is in the order.';
create index parcel_labels_due_idx on parcel_labels (next_attempt_at) where state = 'intended' or cancel_asked_at is not null;
create index parcel_labels_manifest_idx on parcel_labels (manifest_day);
create index parcel_labels_shipment_idx on parcel_labels (shipment_id) where shipment_id is not null;
create index parcel_labels_open_idx on parcel_labels (created_at) where state = 'bought' and manifest_day is null and shipment_id is null;
