-- What tells an offer from its siblings ("12 years") is part of what carts and orders copy of it.
update offers set summary = summary || jsonb_build_object('offerVariant', coalesce(record->>'offerVariant', ''));
update order_lines l set summary = l.summary || jsonb_build_object('offerVariant',
  coalesce((select o.record->>'offerVariant' from offers o where o.offer_id = l.offer_id), ''));

-- A change of a cart writes its row and one line. Where no ordinary index looks at what it writes, and the page has room, the
-- new row stands beside the old one and no index is touched. An index by ranges of pages is enough to find what is to be forgotten.
drop index carts_by_age;
create index carts_by_age on carts using brin (updated_at);
alter table carts set (fillfactor = 70);
alter table cart_lines set (fillfactor = 80);
