-- transaction: none
-- Gift cards that were sent to nobody or wait to be sent, with what the office's list asks of them: sorted by balance, it would read every card.
create index concurrently if not exists gift_cards_unaddressed_idx on gift_cards (id) include (market, recipient_email, sent_at)
  where recipient_email = '' or sent_at is null;
