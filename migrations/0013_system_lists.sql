-- Webhooks, errors and disputes in the office.

-- The list of webhooks is in the order of events, which the unique key has; few of them are not delivered.
create index webhook_deliveries_undelivered_idx on webhook_deliveries (event_id, id) where state <> 'delivered';

-- A resolved error opens again if it happens again; an ignored one does not.
alter table error_groups
  add column status text not null default 'open' check (status in ('open', 'resolved', 'ignored')),
  add column status_by text not null default '',
  add column status_at timestamptz;
create index error_groups_status_idx on error_groups (status, last_seen, fingerprint);

-- Who sent the evidence to the bank. Null until somebody says so.
alter table order_disputes
  add column answered_at timestamptz,
  add column answered_by text not null default '';
