-- Today and its charts: indexes of the figures and of what waits, and the daily counts of visits.

-- Sales of a market by time: read from the index alone.
create index orders_sales_idx on orders (market, placed_at) include (charge_cents, status, id) where number is not null;
create index order_refunds_completed_at_idx on order_refunds (completed_at) include (order_id, gateway_cents) where state = 'done';
create index order_disputes_lost_idx on order_disputes (closed_at) where status = 'lost';
create index analytics_events_empty_search_idx on analytics_events (market, happened_at)
  where name = 'Search' and event -> 'properties' ->> 'hits_returned' = '0';

-- Visits of a day in the market's time zone, and how far they came. A visit is one browser on one day. A job counts them, because a day
-- can have a hundred thousand events.
create table visit_days (
  market text not null,
  day date not null,
  visits integer not null,
  viewed integer not null,
  added integer not null,
  checkouts integer not null,
  orders integer not null,
  counted_at timestamptz not null default now(),
  primary key (market, day),
  check (visits >= 0 and viewed >= 0 and added >= 0 and checkouts >= 0 and orders >= 0)
);

create index form_submissions_market_idx on form_submissions (market, received_at);

-- Few cases left are found without an index: one over "reserved" would make each reservation write to every index of the table.
create index club_deliveries_declined_idx on club_deliveries (retry_on) where state = 'due' and card_failed_on is not null;
