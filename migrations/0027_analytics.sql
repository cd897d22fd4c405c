-- What browsers told of their shoppers, a partition a day (made when the first event of a day comes, dropped when it is old).
-- `day` follows from the event itself, so that an event that is sent twice meets itself.
create table analytics_events (
  day date not null,
  message_id text not null,
  type text not null,
  name text,
  anonymous_id text,
  user_id text,
  market text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  event jsonb not null,
  -- When it is to be forwarded to the customer-data service; null where it was, or is not to be.
  forward_at timestamptz,
  forward_tries integer not null default 0,
  primary key (day, message_id)
) partition by range (day);
create index analytics_events_by_name on analytics_events (name, market, happened_at);
create index analytics_events_by_user on analytics_events (user_id) where user_id is not null;
create index analytics_events_to_forward on analytics_events (forward_at) where forward_at is not null;
