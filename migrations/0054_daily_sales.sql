-- Sales of past days, summed by a job, so that a report of a year does not read each of its orders (docs/decisions/0216-daily-sales.md).
-- A day without a row, or with a change below, is read from the orders.
create table sales_days (
  market text not null,
  -- Day of the market's clock.
  day date not null,
  -- The clock it was summed by. A row of another one does not count.
  time_zone text not null,
  orders integer not null,
  revenue_cents bigint not null,
  refunds_cents bigint not null,
  -- Orders of each of the 24 hours of the clock.
  hour_orders integer[] not null check (cardinality(hour_orders) = 24),
  summed_at timestamptz not null default now(),
  primary key (market, day)
);

-- Moments whose sales changed a day or more afterwards. Triggers only add rows, so that an order takes no lock for a report's sake; the job
-- takes those out that it has seen.
create table sales_changes (
  id bigint generated always as identity primary key,
  market text not null,
  at timestamptz not null
);
create index sales_changes_at_idx on sales_changes (market, at);

create function note_sales_change(of_market text, changed timestamptz) returns void language sql as $$
  insert into sales_changes (market, at) select of_market, changed where changed < now() - interval '1 day'
$$;

create function note_order_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.number is not null then
    perform note_sales_change(old.market, old.placed_at);
  end if;
  if tg_op <> 'DELETE' and new.number is not null then
    perform note_sales_change(new.market, new.placed_at);
  end if;
  return null;
end $$;

create function note_refund_sales() returns trigger language plpgsql as $$
declare
  was_refused boolean := tg_op = 'INSERT' or old.state = 'refused';
  is_refused boolean := tg_op = 'DELETE' or new.state = 'refused';
begin
  perform note_sales_change(o.market, c.at) from orders o cross join lateral (values
      (case when old.state = 'done' then old.completed_at end),
      (case when new.state = 'done' then new.completed_at end),
      -- A cancelled order counts if it was paid, which its refund shows.
      (case when was_refused <> is_refused and o.status = 'Cancelled' then o.placed_at end)) c (at)
    where o.id = coalesce(new.order_id, old.order_id) and c.at is not null;
  return null;
end $$;

create function note_dispute_sales() returns trigger language plpgsql as $$
begin
  perform note_sales_change(o.market, c.at) from orders o cross join lateral (values
      (case when old.status = 'lost' then old.closed_at end),
      (case when new.status = 'lost' then new.closed_at end)) c (at)
    where o.id = coalesce(new.order_id, old.order_id) and c.at is not null;
  return null;
end $$;

create function note_replacement_sales() returns trigger language plpgsql as $$
begin
  perform note_sales_change(o.market, o.placed_at) from orders o where o.id = coalesce(new.order_id, old.order_id) and o.placed_at is not null;
  return null;
end $$;

create trigger orders_note_sales_insert after insert on orders for each row when (new.placed_at < now() - interval '1 day') execute function note_order_sales();
create trigger orders_note_sales_update after update on orders for each row
  when (least(old.placed_at, new.placed_at) < now() - interval '1 day'
    and (old.number is null, old.market, old.placed_at, old.charge_cents, old.status = 'Cancelled',
        old.status in ('Incomplete', 'Pending', 'Awaiting Payment', 'Declined'))
      is distinct from (new.number is null, new.market, new.placed_at, new.charge_cents, new.status = 'Cancelled',
        new.status in ('Incomplete', 'Pending', 'Awaiting Payment', 'Declined')))
  execute function note_order_sales();
create trigger orders_note_sales_delete after delete on orders for each row when (old.placed_at < now() - interval '1 day') execute function note_order_sales();
create trigger order_refunds_note_sales after insert or delete on order_refunds for each row execute function note_refund_sales();
create trigger order_refunds_note_sales_update after update on order_refunds for each row
  when ((old.state, old.completed_at, old.gateway_cents) is distinct from (new.state, new.completed_at, new.gateway_cents))
  execute function note_refund_sales();
create trigger order_disputes_note_sales after insert or delete on order_disputes for each row execute function note_dispute_sales();
create trigger order_disputes_note_sales_update after update on order_disputes for each row
  when ((old.status, old.closed_at, old.amount_cents) is distinct from (new.status, new.closed_at, new.amount_cents))
  execute function note_dispute_sales();
create trigger claim_replacement_lines_note_sales after insert or delete on claim_replacement_lines for each row execute function note_replacement_sales();

-- By default a table is vacuumed once a fifth of its rows are dead: of 10,000,000 orders that is 2,000,000. Sales are read from an index alone
-- only where a vacuum has seen the rows.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table order_refunds set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table checkouts set (autovacuum_vacuum_scale_factor = 0.02);
alter table customer_summaries set (autovacuum_vacuum_scale_factor = 0.02);
