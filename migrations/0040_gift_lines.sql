-- One line an offer and person: cards of one amount may go to several people.
alter table cart_lines drop constraint cart_lines_cart_id_offer_id_key;
create unique index one_line_an_offer_and_person on cart_lines (cart_id, offer_id, lower(coalesce(gift_details->>'recipientEmail', '')));

-- Whom a gift card was for that was taken out of a cart, for an hour: so that putting it back brings that back as well.
create table removed_gifts (
  line_id uuid primary key,
  offer_id text not null,
  details jsonb not null,
  removed_at timestamptz not null default now()
);
