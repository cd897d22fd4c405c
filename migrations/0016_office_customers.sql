-- Customers in the office: one row for every person and market, notes, and the indexes of the list at 50,000 customers and more.

-- People as staff find them: accounts, and guests who ordered. One row for a person in a market, derived from customers, customer_markets,
-- orders and order_refunds. Money is in the currency of the market. No foreign key: orders are paid while the customer's row is locked.
create table customer_summaries (
  id integer generated always as identity primary key,
  -- Null for guests.
  customer_id integer,
  -- Address of a guest in small letters; null for accounts.
  guest_key text,
  -- Null for accounts that have been in no market yet.
  market text,
  email text not null,
  given_name text not null default '',
  family_name text not null default '',
  phone text not null default '',
  tier text,
  email_consent boolean not null default false,
  sms_consent boolean not null default false,
  -- Orders that were paid and not cancelled.
  orders integer not null default 0,
  -- Their totals less refunds.
  spent_cents bigint not null default 0,
  since timestamptz not null,
  -- `-infinity` for people who have not ordered.
  last_order_at timestamptz not null default '-infinity',
  search_text text not null generated always as (lower(' ' || email || ' ' || given_name || ' ' || family_name || ' ' || regexp_replace(phone, '\D', '', 'g'))) stored,
  sort_name text not null generated always as (lower(family_name || ' ' || given_name)) stored,
  check ((customer_id is null) <> (guest_key is null))
);
create unique index customer_summaries_customer_key on customer_summaries (customer_id, market) nulls not distinct where customer_id is not null;
create unique index customer_summaries_guest_key on customer_summaries (guest_key, market) where guest_key is not null;
create index customer_summaries_search_idx on customer_summaries using gin (search_text gin_trgm_ops);
create index customer_summaries_name_idx on customer_summaries (sort_name, id);
create index customer_summaries_since_idx on customer_summaries (since, id);
create index customer_summaries_orders_idx on customer_summaries (orders, id);
create index customer_summaries_spent_idx on customer_summaries (spent_cents, id);
create index customer_summaries_last_idx on customer_summaries (last_order_at, id);
create index customer_summaries_tier_idx on customer_summaries (tier);

-- People whose summaries are out of date. Triggers only add rows here, so that an order takes no lock for the office's sake;
-- refresh_customer_summaries() takes them out.
create table customer_changes (
  customer_id integer,
  -- Address of a guest in small letters.
  guest_key text,
  check ((customer_id is null) <> (guest_key is null))
);

-- Notes of staff about a customer in a market. Customers never see them. Append-only.
create table customer_notes (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  market text not null,
  at timestamptz not null default now(),
  -- Without a reference, because the note outlives the person.
  staff_id integer not null,
  -- Name at the time of the note.
  author text not null,
  text text not null check (text <> '')
);
create index customer_notes_customer_id_idx on customer_notes (customer_id, market, id);

create index club_memberships_customer_id_idx on club_memberships (customer_id, market);

-- Brings the summaries of changed people up to date. One caller at a time: others wait, and see the result. Rows of changes are visible no
-- earlier than what they are about, and orders are read after them, so no change is missed.
create function refresh_customer_summaries() returns void language plpgsql as $$
declare
  accounts integer[];
  guests text[];
begin
  if not exists (select 1 from customer_changes) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('customer_summaries'));
  with taken as (delete from customer_changes returning customer_id, guest_key)
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
end $$;

create function note_customer_change(customer integer, email text) returns void language sql as $$
  insert into customer_changes (customer_id, guest_key)
    select nullif(customer, 0), case when customer = 0 then lower(email) end where customer <> 0 or email <> ''
$$;

create function note_order_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.number is not null then
    -- Addresses are erased with the last order that has them. The lock comes before that of the row, as in the refresh.
    if old.customer_id = 0 and (tg_op = 'DELETE' or old.email <> new.email) and not exists (select 1 from orders o
        where lower(o.email) = lower(old.email) and o.customer_id = 0 and o.number is not null) then
      perform pg_advisory_xact_lock(hashtext('customer_summaries'));
      delete from customer_summaries where guest_key = lower(old.email);
      delete from customer_changes where guest_key = lower(old.email);
    else
      perform note_customer_change(old.customer_id, old.email);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform note_customer_change(new.customer_id, new.email);
  end if;
  return null;
end $$;

create function note_refund_change() returns trigger language plpgsql as $$
begin
  perform note_customer_change(o.customer_id, o.email) from orders o where o.id = new.order_id and o.number is not null;
  return null;
end $$;

create function note_account_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_advisory_xact_lock(hashtext('customer_summaries'));
    delete from customer_summaries where customer_id = old.id;
  else
    perform note_customer_change(new.id, '');
  end if;
  return null;
end $$;

create function note_account_market_change() returns trigger language plpgsql as $$
begin
  perform note_customer_change(new.customer_id, '');
  return null;
end $$;

-- Everyone there is.
insert into customer_changes (customer_id) select id from customers;
insert into customer_changes (guest_key) select distinct lower(email) from orders where customer_id = 0 and number is not null and email <> '';
select refresh_customer_summaries();

create trigger orders_note_change_insert after insert on orders for each row when (new.number is not null) execute function note_order_change();
create trigger orders_note_change_update after update on orders for each row
  when (new.number is not null and (old.number, old.status, old.email, old.customer_id, old.total_cents, old.placed_at)
    is distinct from (new.number, new.status, new.email, new.customer_id, new.total_cents, new.placed_at))
  execute function note_order_change();
create trigger orders_note_change_delete after delete on orders for each row when (old.number is not null) execute function note_order_change();
create trigger order_refunds_note_change_insert after insert on order_refunds for each row when (new.state = 'done') execute function note_refund_change();
create trigger order_refunds_note_change_update after update on order_refunds for each row
  when (new.state is distinct from old.state) execute function note_refund_change();
create trigger customers_note_change after insert or delete on customers for each row execute function note_account_change();
create trigger customers_note_change_update after update on customers for each row
  when ((old.email, old.given_name, old.family_name, old.phone, old.user_metadata, old.created_at)
    is distinct from (new.email, new.given_name, new.family_name, new.phone, new.user_metadata, new.created_at))
  execute function note_account_change();
create trigger customer_markets_note_change_insert after insert on customer_markets for each row execute function note_account_market_change();
create trigger customer_markets_note_change_update after update on customer_markets for each row when (old.tier is distinct from new.tier)
  execute function note_account_market_change();
