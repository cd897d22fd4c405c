-- Events of orders that other systems have still to be told of: written with the event, in its transaction.
create table order_announcements (
  event_id bigint primary key references order_events
);
-- One message to one system: sent until it is taken or given up.
create table webhook_deliveries (
  -- What the receiver knows a repeated message by.
  id uuid primary key default gen_random_uuid(),
  event_id bigint not null references order_events,
  url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- What the last try came to, in words.
  last_answer text not null default '',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (event_id, url)
);
create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where state = 'waiting';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where state <> 'waiting';
