-- When an offer was removed, for exports of what changed since a moment.
alter table removed_offers add removed_at timestamptz not null default now();

create or replace function remember_removed_offer() returns trigger language plpgsql as $$
begin
  insert into removed_offers (offer_id) values (old.offer_id)
    on conflict (offer_id) do update set changed_in = pg_current_xact_id(), removed_at = now();
  return old;
end $$;
