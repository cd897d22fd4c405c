-- What the gateway calls the card that paid: the same card has the same name there, whoever pays with it, kept or not.
alter table orders add card_fingerprint text;
-- What has been taken back of a referrer's credit, as the friend's order was refunded in part.
alter table referrals add reversed_cents integer not null default 0 check (reversed_cents between 0 and cents);
update referrals set reversed_cents = cents where state = 'reversed';
