-- What the search index of every process is made from, and how a process learns what changed since it last looked.

-- Cases sold lately: the order of offers that no slot puts earlier.
alter table offers add popularity integer not null default 0;

-- A record without what only its own page shows: small, because a start reads all of them.
alter table offers add listing jsonb not null generated always as (
  record - '{quote,story,taste,aromas,pairings,cellarUntil,allergens}'::text[]
) stored;

-- The transaction that last changed what lists say of a row. Against a snapshot's xmin it finds every change, in whatever
-- order transactions end, which a time of day would not.
alter table offers add changed_in xid8 not null default pg_current_xact_id();
alter table stock add changed_in xid8 not null default pg_current_xact_id();
create index offers_by_change on offers (changed_in);
create index stock_by_change on stock (changed_in);

create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;

create trigger offers_changed before update on offers for each row execute function stamp_change();

-- Lists say only whether there is any and, below ten cases, how many; what happens above is no news and writes no index.
create trigger stock_changed before update on stock for each row
  when (least(old.level - old.reserved, 10) is distinct from least(new.level - new.reserved, 10))
  execute function stamp_change();

create table removed_offers (
  offer_id text primary key,
  changed_in xid8 not null default pg_current_xact_id()
);
create index removed_offers_by_change on removed_offers (changed_in);

create function remember_removed_offer() returns trigger language plpgsql as $$
begin
  insert into removed_offers (offer_id) values (old.offer_id)
    on conflict (offer_id) do update set changed_in = pg_current_xact_id();
  return old;
end $$;

create trigger offers_removed after delete on offers for each row execute function remember_removed_offer();

-- Secrets that all processes share, each made by the first process that needs it.
create table shared_secrets (
  name text primary key,
  secret text not null,
  created_at timestamptz not null default now()
);
