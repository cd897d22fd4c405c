-- Offers that shoppers keep: a customer's by account, a guest's by the id that their browser made up. `position` is the order
-- they were kept in, and where a page of the list goes on.
create table favourites (
  id uuid primary key,
  customer_id integer references customers on delete cascade,
  guest_id uuid,
  market text not null,
  offer_id text not null,
  position bigint not null generated always as identity,
  created_at timestamptz not null default now(),
  constraint one_owner check ((customer_id is null) <> (guest_id is null))
);
create unique index favourites_of_customers on favourites (customer_id, market, offer_id) where customer_id is not null;
create unique index favourites_of_guests on favourites (guest_id, market, offer_id) where guest_id is not null;
create index favourites_of_guests_by_age on favourites (created_at) where guest_id is not null;
