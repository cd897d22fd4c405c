-- transaction: none
-- Refused and returned parcels that wait for staff, so that the list of orders finds them without reading all that ever were.
-- True if staff did what follows. Set by a job, so that settled parcels are looked at once.
alter table delivery_outcomes add column if not exists is_settled boolean not null default false;
create index concurrently if not exists delivery_outcomes_unsettled_idx on delivery_outcomes (shipment_id)
  where outcome in ('refused', 'returned') and undone_at is null and not is_settled;
