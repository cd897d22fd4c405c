-- Indexes of the office's lists at 100,000 offers and orders.

-- The search of pictures: a space before the first word, so that the beginning of a word makes a trigram.
drop index pictures_name_idx;
create index pictures_name_idx on pictures using gin ((' ' || lower(name || ' ' || alt)) gin_trgm_ops);
drop index picture_uses_terms_idx;
create index picture_uses_terms_idx on picture_uses using gin ((' ' || terms) gin_trgm_ops);
