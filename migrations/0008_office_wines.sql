-- Wines in the office: the list at 100,000 offers and more, and the history of prices.

-- Returns text as it is searched and sorted: small letters without accents. The collation makes it the same in every database.
create function fold_text(value text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') collate "C")
$$;

-- Returns the words of an offer, and its filters as `=name:value`, which no word equals.
create function offer_list_terms(record jsonb, source text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select left(word, 200) from regexp_split_to_table(fold_text(concat_ws(' ', record ->> 'brand', record ->> 'name', record ->> 'vintage', record ->> 'region',
      record ->> 'country', record ->> 'varietal', record ->> 'sku', record ->> 'gtin', record ->> 'offerId', record ->> 'offerStyle')),
      '[\s!-/:-@\[-`{-~‘’“”–—·]+') word where word <> ''
    union select lower(record ->> 'sku')
    union select lower(record ->> 'offerId')
    union select '=category:' || (record ->> 'category')
    union select '=vintage:' || (record ->> 'vintage')
    union select '=status:' || (record ->> 'inventoryStatus')
    union select '=source:' || source
    union select '=audience:' || case when (record -> 'secret')::boolean then 'secret' when not record -> 'tiersEligible' ? 'ALL' then 'tiers'
      when (record -> 'specialAccess')::boolean then 'members' else 'everyone' end
    union select '=picture:' || case when jsonb_array_length(coalesce(record -> 'pictures', '[]')) > 0 then 'own' else 'drawn' end
    union select '=country:' || fold_text(record ->> 'country') where record ->> 'country' <> ''
    union select '=tier:' || tier from jsonb_array_elements_text(record -> 'tiersEligible') tier
    union select '=tag:' || lower(tag) from jsonb_array_elements_text(record -> 'tags') tag
  ))
$$;

-- The list of wines: a row for every offer and market that it is for, narrow, so that any filter is fast. It follows `offers`, `offer_prices`
-- and `stock_levels` (wine-list.repository.ts): changes of staff at once, others when the list is opened, so that imports do not wait.
create table offer_list (
  market text not null,
  offer_id text not null,
  product_id integer not null,
  terms tsvector not null,
  name_key text not null,
  producer_key text not null,
  vintage text not null,
  -- Cents per case; the largest integer if it is not sold in the market, so that it comes last.
  price_key integer not null,
  -- Cases, at most 10: changes above that are not followed.
  available integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  updated_at timestamptz not null,
  popularity integer not null,
  -- Of the offer's row.
  changed_xid xid8 not null,
  primary key (market, offer_id)
);
create index offer_list_offer_id_idx on offer_list (offer_id);
create index offer_list_product_id_idx on offer_list (product_id);
create index offer_list_terms_idx on offer_list using gin (terms);
create index offer_list_name_key_idx on offer_list (market, name_key, offer_id);
create index offer_list_producer_key_idx on offer_list (market, producer_key, offer_id);
create index offer_list_vintage_idx on offer_list (market, vintage, offer_id);
create index offer_list_price_key_idx on offer_list (market, price_key, offer_id);
create index offer_list_starts_at_idx on offer_list (market, starts_at, offer_id);
create index offer_list_ends_at_idx on offer_list (market, ends_at, offer_id);
create index offer_list_updated_at_idx on offer_list (market, updated_at, offer_id);
create index offer_list_popularity_idx on offer_list (market, popularity, offer_id);
create index offer_list_available_idx on offer_list (market, available, offer_id);

-- How far the list has followed, in the history of transactions of this database.
create table offer_list_state (
  is_singleton boolean default true primary key check (is_singleton),
  history text not null,
  mark text not null,
  snapshot text
);

-- Prices that changed, in cents per case. `at` is the start of the transaction, which is that of the import or the entry of the activity log.
create table offer_price_changes (
  id bigint generated always as identity primary key,
  offer_id text not null,
  market text not null,
  at timestamptz not null default now(),
  before_cents integer not null,
  after_cents integer not null
);
create index offer_price_changes_offer_id_idx on offer_price_changes (offer_id, at desc, id desc);

create function log_price_changes() returns trigger language plpgsql as $$
begin
  insert into offer_price_changes (offer_id, market, before_cents, after_cents)
    select n.offer_id, n.market, o.pack_price, n.pack_price from new_rows n join old_rows o using (offer_id, market) where n.pack_price <> o.pack_price;
  return null;
end $$;
create trigger offer_prices_log_changes after update on offer_prices referencing old table as old_rows new table as new_rows
  for each statement execute function log_price_changes();

-- Finds the orders that contain an offer.
create index order_lines_offer_id_idx on order_lines (offer_id);
