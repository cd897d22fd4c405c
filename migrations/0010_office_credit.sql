-- Gift cards and store credit in the office: balances that lists sort and sum, who changed a balance and why, and permissions.

-- What lists show of an account, kept by the trigger below. The entries stay the truth.
alter table ledger_accounts add column balance_cents integer not null default 0;
alter table ledger_accounts add column entries integer not null default 0;
-- Kind of the last entry. Empty for an account without entries.
alter table ledger_accounts add column last_kind text not null default '';
alter table ledger_accounts add column gift_card_id uuid generated always as
  (case when id ~ '^gift-card:[0-9a-f-]{36}$' then substr(id, 11)::uuid end) stored;
alter table ledger_accounts add column credit_market text generated always as
  (case when id ~ '^credit:[A-Z]+:[0-9]{1,9}$' then split_part(id, ':', 2) end) stored;
alter table ledger_accounts add column credit_customer_id integer generated always as
  (case when id ~ '^credit:[A-Z]+:[0-9]{1,9}$' then split_part(id, ':', 3)::integer end) stored;

-- Imported cards may have no entries.
insert into ledger_accounts (id) select 'gift-card:' || id from gift_cards on conflict do nothing;
update ledger_accounts a set balance_cents = e.cents, entries = e.entries, last_kind = e.last_kind
  from (select account, sum(cents)::integer as cents, count(*)::integer as entries, (array_agg(kind order by id desc))[1] as last_kind
    from ledger_entries group by account) e
  where e.account = a.id;

create function sum_ledger_entry() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance_cents = balance_cents + new.cents, entries = entries + 1, last_kind = new.kind where id = new.account;
  return null;
end $$;
create trigger ledger_entries_sum after insert on ledger_entries for each row execute function sum_ledger_entry();

create function open_gift_card_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (id) values ('gift-card:' || new.id) on conflict do nothing;
  return null;
end $$;
create trigger gift_cards_open_account after insert on gift_cards for each row execute function open_gift_card_account();

create unique index ledger_accounts_gift_card_id_idx on ledger_accounts (gift_card_id) include (balance_cents) where gift_card_id is not null;
create index ledger_accounts_gift_card_balance_idx on ledger_accounts (balance_cents, gift_card_id) where gift_card_id is not null;
create unique index ledger_accounts_credit_idx on ledger_accounts (credit_customer_id, credit_market) include (balance_cents)
  where credit_customer_id is not null;
create index ledger_entries_credit_idx on ledger_entries (at, id) where account like 'credit:%';

-- Who made an entry by hand, and why. Entries of orders, refunds and jobs have none. Append-only.
create table ledger_staff_entries (
  -- That of the entry. Without a reference, because imports write entries only.
  source text primary key,
  -- Without a reference, because the entry outlives the person. Null for commands.
  staff_id integer,
  -- Name at the time of the entry.
  author text not null,
  reason text not null default ''
);
create trigger forbid_update before update or delete on ledger_staff_entries for each row execute function forbid_update();

-- Raised by every change of recipient and date.
alter table gift_cards add column version integer not null default 0;

-- Returns the text in which staff search for a gift card: the end of the code, recipient and sender, each after a space. Never the whole
-- code, which a search could find out piece by piece.
create function gift_card_search_text(code text, recipient_name text, recipient_email text, sender_name text) returns text
  language sql immutable parallel safe as $$
  select lower(' ' || right(code, 4) || ' ' || recipient_name || ' ' || recipient_email || ' ' || sender_name)
$$;
create index gift_cards_search_idx on gift_cards using gin (gift_card_search_text(code, recipient_name, recipient_email, sender_name) gin_trgm_ops);
create statistics gift_cards_search_stats on gift_card_search_text(code, recipient_name, recipient_email, sender_name) from gift_cards;
create index gift_cards_created_at_idx on gift_cards (created_at, id);
create index gift_cards_expires_at_id_idx on gift_cards (expires_at, id);
drop index gift_cards_expires_at_idx;

update roles set permissions = permissions || '{credit.reveal,credit.export}' where is_built_in and name = 'Manager';
update roles set permissions = permissions || '{credit.export}' where is_built_in and name = 'Accounts';
