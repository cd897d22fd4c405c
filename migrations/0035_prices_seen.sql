-- The price of a case, cents, that the shopper was last told of a line: where the offer's is another, the cart says so.
alter table cart_lines add seen_cents integer;
update cart_lines l set seen_cents = p.pack_price from carts c, offer_prices p
  where c.id = l.cart_id and p.offer_id = l.offer_id and p.market = c.market;
