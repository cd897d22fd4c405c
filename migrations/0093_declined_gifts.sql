-- Gifts of promotions that the shopper took out of the cart: a list of {promotionId, offerId}.
alter table carts add column declined_gifts jsonb not null default '[]';
