-- Indexes of the office's lists of gift cards and store credit: filters that few cards match, and words of a customer's address or name.
create index ledger_accounts_void_idx on ledger_accounts (gift_card_id) where last_kind = 'void' and gift_card_id is not null;
create index gift_cards_unsent_idx on gift_cards (created_at, id) where sent_at is null;
create index gift_cards_recipient_idx on gift_cards (lower(trim(recipient_email)));
create index customers_text_idx on customers using gin (lower(' ' || email || ' ' || given_name || ' ' || family_name) gin_trgm_ops);
