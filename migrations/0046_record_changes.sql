-- When records last changed that keep no time of their own, for exports of what changed since a moment. Rows are only added, so that
-- nobody waits here for anybody; what is older than a later one of its key is taken out by a round (docs/decisions/0046-changed-since.md).
create table record_changes (
  id bigint primary key generated always as identity,
  kind text not null,
  -- Numbers and codes of the shop's own, nothing that names a person.
  key text not null,
  changed_at timestamptz not null default now()
);
create index record_changes_by_time on record_changes (kind, changed_at);
create index record_changes_by_key on record_changes (kind, key, id);

-- Arguments: the kind, what the key begins with, the columns that it is made of.
create function note_record_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  key text := tg_argv[1];
begin
  for place in 2 .. tg_nargs - 1 loop
    key := key || coalesce(changed ->> tg_argv[place], '');
  end loop;
  insert into record_changes (kind, key) values (tg_argv[0], key);
  return null;
end $$;

create trigger estimate_noted after insert or update on delivery_estimates for each row execute function note_record_change('delivery-estimate', '', 'market', 'area');
create trigger programme_noted after insert or update on loyalty_programmes for each row execute function note_record_change('loyalty', '', 'market');
create trigger ledger_noted after insert on loyalty_ledger for each row execute function note_record_change('loyalty-ledger', '', 'customer_id', 'market');
create trigger tier_noted after insert on loyalty_tiers for each row execute function note_record_change('loyalty-ledger', '', 'customer_id', 'market');
create trigger membership_noted after insert or update on club_memberships for each row execute function note_record_change('membership', '', 'id');
create trigger delivery_noted after insert or update on club_deliveries for each row execute function note_record_change('membership', '', 'membership_id');
create trigger club_event_noted after insert on club_events for each row execute function note_record_change('membership', '', 'membership_id');
create trigger entry_noted after insert on ledger_entries for each row execute function note_record_change('ledger', '', 'account');
create trigger gift_card_noted after insert or update on gift_cards for each row execute function note_record_change('ledger', 'gift-card:', 'id');
create trigger favourite_noted after insert or update on favourites for each row when (new.customer_id is not null)
  execute function note_record_change('favourite', '', 'id');
create trigger customer_noted after insert or update on customers for each row execute function note_record_change('customer', '', 'id');
create trigger customer_identity_noted after insert or update or delete on customer_identities for each row
  execute function note_record_change('customer', '', 'customer_id');
create trigger customer_market_noted after insert or update on customer_markets for each row
  execute function note_record_change('customer', '', 'customer_id');
create trigger customer_address_noted after insert or update or delete on customer_addresses for each row
  execute function note_record_change('customer', '', 'customer_id');
create trigger stored_instrument_noted after insert or update or delete on stored_instruments for each row
  execute function note_record_change('customer', '', 'customer_id');

-- What is there already changed now, as far as anybody can tell.
insert into record_changes (kind, key)
  select 'delivery-estimate', market || area from delivery_estimates
  union all select 'loyalty', market from loyalty_programmes
  union all select distinct 'loyalty-ledger', customer_id || market from loyalty_ledger
  union all select distinct 'loyalty-ledger', customer_id || market from loyalty_tiers
  union all select 'membership', id::text from club_memberships
  union all select distinct 'ledger', account from ledger_entries
  union all select 'ledger', 'gift-card:' || id from gift_cards
  union all select 'favourite', id::text from favourites where customer_id is not null
  union all select 'customer', id::text from customers;
