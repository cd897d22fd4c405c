-- Where a wine stands in the cellar of a market.
alter table stock_levels add column bin text not null default '' check (length(bin) <= 20);
comment on column stock_levels.bin is 'Place in the cellar, such as A-03-2. Empty if nobody said where the wine stands.';
