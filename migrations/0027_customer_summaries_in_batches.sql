-- Summaries of customers are brought up to date in batches. After an import of 50,000 accounts one statement took over ten minutes, with
-- the lock that the customers of the office and the erasure of a guest wait for.

drop function refresh_customer_summaries();

-- Brings the summaries of at most 1,000 changes up to date. Returns true if none are left. One caller at a time: others wait.
create function refresh_customer_summaries() returns boolean language plpgsql as $$
declare
  accounts integer[];
  guests text[];
begin
  if not exists (select 1 from customer_changes) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtext('customer_summaries'));
  with taken as (delete from customer_changes where ctid = any (array(select ctid from customer_changes limit 1000)) returning customer_id, guest_key)
    select array_agg(distinct customer_id) filter (where customer_id is not null), array_agg(distinct guest_key) filter (where guest_key is not null)
    into accounts, guests from taken;
  if accounts is not null then
    with known as (
      select c.id as customer_id, k.market from customers c
        left join lateral (select m.market from customer_markets m where m.customer_id = c.id
          union select o.market from orders o where o.customer_id = c.id and o.customer_id <> 0 and o.number is not null) k on true
        where c.id = any(accounts)
    ), gone as (
      delete from customer_summaries s where s.customer_id = any(accounts)
        and not exists (select 1 from known k where k.customer_id = s.customer_id and k.market is not distinct from s.market)
    )
    insert into customer_summaries as s
        (customer_id, market, email, given_name, family_name, phone, tier, email_consent, sms_consent, since, orders, spent_cents, last_order_at)
      select c.id, k.market, c.email, c.given_name, c.family_name, c.phone, coalesce(m.tier, 'GREEN'),
        coalesce(c.user_metadata ->> 'marketing_email' = 'true', false), coalesce(c.user_metadata ->> 'marketing_sms' = 'true', false), c.created_at,
        t.orders, t.spent, coalesce(t.last, '-infinity')
      from known k join customers c on c.id = k.customer_id
        left join customer_markets m on m.customer_id = c.id and m.market = k.market
        cross join lateral (select count(*)::integer as orders, max(o.placed_at) as last, coalesce(sum(o.total_cents
            - (select coalesce(sum(r.amount_cents), 0) from order_refunds r where r.order_id = o.id and r.state = 'done')), 0) as spent
          from orders o where o.customer_id = c.id and o.customer_id <> 0 and o.market = k.market and o.number is not null
            and o.status not in ('Cancelled', 'Declined', 'Incomplete', 'Pending', 'Awaiting Payment')) t
      on conflict (customer_id, market) where customer_id is not null do update set email = excluded.email, given_name = excluded.given_name,
        family_name = excluded.family_name, phone = excluded.phone, tier = excluded.tier, email_consent = excluded.email_consent,
        sms_consent = excluded.sms_consent, since = excluded.since, orders = excluded.orders, spent_cents = excluded.spent_cents,
        last_order_at = excluded.last_order_at;
  end if;
  if guests is not null then
    insert into customer_summaries as s (guest_key, market, email, given_name, family_name, phone, since, orders, spent_cents, last_order_at)
      select lower(o.email), o.market, (array_agg(o.email order by o.placed_at desc))[1],
        (array_agg(coalesce(o.details ->> 'firstName', '') order by o.placed_at desc))[1],
        (array_agg(coalesce(o.details ->> 'lastName', '') order by o.placed_at desc))[1],
        (array_agg(coalesce(o.details ->> 'phone', '') order by o.placed_at desc))[1],
        min(o.placed_at), count(*) filter (where i.is_counted)::integer,
        coalesce(sum(o.total_cents - (select coalesce(sum(r.amount_cents), 0) from order_refunds r where r.order_id = o.id and r.state = 'done'))
          filter (where i.is_counted), 0),
        coalesce(max(o.placed_at) filter (where i.is_counted), '-infinity')
      from orders o
        cross join lateral (select o.status not in ('Cancelled', 'Declined', 'Incomplete', 'Pending', 'Awaiting Payment') as is_counted) i
      where lower(o.email) = any(guests) and o.customer_id = 0 and o.number is not null
      group by lower(o.email), o.market
      on conflict (guest_key, market) where guest_key is not null do update set email = excluded.email, given_name = excluded.given_name,
        family_name = excluded.family_name, phone = excluded.phone, since = excluded.since, orders = excluded.orders,
        spent_cents = excluded.spent_cents, last_order_at = excluded.last_order_at;
    -- The guest's last order was erased or belongs to an account now.
    delete from customer_summaries s where s.guest_key = any(guests) and not exists (select 1 from orders o
      where lower(o.email) = s.guest_key and o.customer_id = 0 and o.market = s.market and o.number is not null);
  end if;
  return not exists (select 1 from customer_changes);
end $$;
