-- What staff wrote about customers leaves the activity log, which cannot be erased, for tables that can
-- (docs/decisions/0185-texts-about-customers.md).

-- Changes of an order's tags, which staff type. Erased with the buyer.
create table order_tag_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  -- Name at the time of the change.
  author text not null,
  added text[] not null default '{}',
  removed text[] not null default '{}',
  -- True for a change that took another one back.
  is_undo boolean not null default false
);
create index order_tag_changes_order_id_idx on order_tag_changes (order_id, id);

-- With the ids of the entries, which pages that are open use for an undo.
insert into order_tag_changes (id, order_id, at, author, added, removed, is_undo) overriding system value
  select l.id, o.id, l.at, l.actor_name,
    array(select jsonb_array_elements_text(coalesce(l.after -> 'added', '[]'))), array(select jsonb_array_elements_text(coalesce(l.after -> 'removed', '[]'))),
    l.action = 'order.restored'
  from activity_log l join orders o on o.id::text = l.subject_id
  where l.action in ('order.tagged', 'order.restored') and l.subject_kind = 'order' and l.after ?| array['added', 'removed'];
select setval(pg_get_serial_sequence('order_tag_changes', 'id'), (select coalesce(max(id), 0) + 1 from activity_log));

-- The reasons of exclusions from the loyalty programme were in the log only.
insert into customer_notes (customer_id, market, at, staff_id, author, text)
  select c.id, l.market, l.at, l.staff_id, l.actor_name,
    case l.action when 'customer.loyalty_excluded' then 'Excluded from the loyalty programme: ' else 'Included in the loyalty programme again: ' end || (l.after ->> 'reason')
  from activity_log l join customers c on c.id::text = l.subject_id
  where l.action in ('customer.loyalty_excluded', 'customer.loyalty_included') and l.after ->> 'reason' <> '' and l.staff_id is not null and l.market is not null
  order by l.id;

-- Returns what an entry about a customer keeps of the fields before or after a change: no texts, but the names of the fields that had one.
create function activity_without_texts(kind text, value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) <> 'object' or not value ?| texts then value
    else nullif((value - texts) || case named when '[]' then '{}' else jsonb_build_object('fields', named) end, '{}') end
  from (select case kind
      when 'customer' then array['reason']
      when 'order' then array['text', 'reason', 'added', 'removed', 'carrier', 'trackingNumber', 'filter[tag]']
      when 'membership' then array['text', 'why', 'card', 'suburb', 'postcode']
      when 'credit' then array['reason', 'note']
      when 'gift_card' then array['reason', 'recipient']
      else '{}'
    end as texts) t,
    lateral (select coalesce(jsonb_agg(field order by field), '[]') as named from unnest(texts) as field
      where value ? field and value ->> field <> '' and field <> all('{text,added,removed,filter[tag]}')) n
$$;

alter table activity_log disable trigger forbid_update;
update activity_log set before = activity_without_texts(subject_kind, before), after = activity_without_texts(subject_kind, after)
  where subject_kind in ('customer', 'order', 'membership', 'credit', 'gift_card')
    and (before is distinct from activity_without_texts(subject_kind, before) or after is distinct from activity_without_texts(subject_kind, after));
alter table activity_log enable trigger forbid_update;

-- Processes of the last release still write texts.
create function strip_activity_texts() returns trigger language plpgsql as $$
begin
  new.before := activity_without_texts(new.subject_kind, new.before);
  new.after := activity_without_texts(new.subject_kind, new.after);
  return new;
end $$;
create trigger activity_log_strip_texts before insert on activity_log for each row execute function strip_activity_texts();

-- Of an append-only row, an erasure may take the text away, and nothing else.
create or replace trigger order_events_append_only before delete on order_events for each row execute function forbid_update();
create trigger order_events_forbid_update before update on order_events for each row
  when ((new.id, new.order_id, new.at, new.event, new.actor) is distinct from (old.id, old.order_id, old.at, old.event, old.actor)
    or new.data is distinct from old.data - array['reason', 'trackingNumber'])
  execute function forbid_update();
create or replace trigger forbid_update before delete on ledger_staff_entries for each row execute function forbid_update();
create trigger ledger_staff_entries_forbid_update before update on ledger_staff_entries for each row
  when ((new.source, new.staff_id, new.author) is distinct from (old.source, old.staff_id, old.author) or new.reason <> '')
  execute function forbid_update();

-- What is left of buyers who were erased before.
create temporary table erased_orders on commit drop as
  select id from orders o where email = '' and exists (select 1 from order_events e where e.order_id = o.id and e.event = 'account_deleted');
delete from order_notes where order_id in (select id from erased_orders);
delete from order_tags where order_id in (select id from erased_orders);
delete from order_tag_changes where order_id in (select id from erased_orders);
update order_refunds set reason = '' where reason <> '' and order_id in (select id from erased_orders);
update order_shipments set tracking_number = '', tracking_url = '' where order_id in (select id from erased_orders);
update order_events set data = data - array['reason', 'trackingNumber'] where data ?| array['reason', 'trackingNumber'] and order_id in (select id from erased_orders);
update ledger_staff_entries s set reason = '' from ledger_entries e join ledger_accounts a on a.id = e.account
  where e.source = s.source and s.reason <> '' and a.credit_customer_id is not null
    and not exists (select 1 from customers c where c.id = a.credit_customer_id);
update ledger_entries e set note = '' from ledger_staff_entries s, ledger_accounts a
  where s.source = e.source and a.id = e.account and e.note <> '' and a.credit_customer_id is not null
    and not exists (select 1 from customers c where c.id = a.credit_customer_id);
