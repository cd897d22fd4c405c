-- Deliveries of orders that staff changed before anything was sent (docs/decisions/0199-delivery-changes.md).
-- Addresses are here and not in order_events or the activity log, so that they can be erased with the buyer.
create table order_delivery_changes (
  -- Event of the order that says that the delivery changed.
  event_id bigint primary key references order_events,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  -- Name at the time of the change.
  author text not null,
  -- Recipient, address, instructions and gift message before and after.
  before jsonb not null,
  after jsonb not null,
  -- Cents of the delivery charge that were refunded with the change.
  refunded_cents integer not null default 0,
  -- True for a change that took another one back.
  is_undo boolean not null default false
);
create index order_delivery_changes_order_id_idx on order_delivery_changes (order_id, event_id);
