-- The search of store credit: beginnings of words of a customer's address and name. An index of words finds them without reading a
-- customer, which that of trigrams has to: it finds "example.com" after an @ too.

-- Returns the words of an address and a name in small letters. They are cut before a word is too long for the index.
create function customer_words(email text, given_name text, family_name text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(regexp_split_to_array(left(lower(email || ' ' || given_name || ' ' || family_name), 500), '\s+'), ''))
$$;
create index customers_words_idx on customers using gin (customer_words(email, given_name, family_name));
drop index customers_text_idx;
