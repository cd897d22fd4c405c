-- Stock in the office: the ledger of every change of a level, cases that were sold and are missing, thresholds and deliveries.

alter table stock_levels
  -- Sold cases that are not there: a count found fewer than the level allowed. What arrives next fills them first.
  add column oversold integer not null default 0 check (oversold >= 0),
  -- Available cases at which the wine counts as low. Null for the default of the market.
  add column threshold integer check (threshold >= 0);

-- Default threshold of a market.
create table stock_defaults (
  market text primary key,
  threshold integer not null check (threshold >= 0),
  version integer not null default 1
);

-- Every change of a level. Append-only. `level - oversold` of a product in a market is the sum of its quantities.
create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  product_id integer not null,
  market text not null,
  kind text not null check (kind in ('opening', 'import', 'order', 'refund', 'adjustment', 'count', 'receipt', 'undo')),
  quantity integer not null,
  -- `level - oversold` after the change.
  level integer not null,
  -- Without references, because the ledger outlives orders and imports.
  order_id uuid,
  import_id integer,
  -- The receipt or the count.
  document_id integer,
  -- The movement that this one takes back. Each is taken back once.
  reverses bigint,
  reason text not null default '',
  note text not null default '',
  -- `shop` for what happens by itself, else the name at the time of the change.
  actor text not null default 'shop',
  staff_id integer
);
create unique index stock_movements_reverses_idx on stock_movements (reverses) where reverses is not null;
create index stock_movements_item_idx on stock_movements (product_id, market, id desc);
-- The last correction of an item by staff, compared with what a person saw.
create index stock_movements_corrections_idx on stock_movements (product_id, market, id desc) where kind in ('adjustment', 'count', 'receipt', 'undo');
-- Sales of the last days. Rows are in the order of time, so that this index is a few pages.
create index stock_movements_at_idx on stock_movements using brin (at) with (pages_per_range = 16);

-- What orders took before there was a ledger, and before that what must have been there.
insert into stock_movements (at, product_id, market, kind, quantity, level)
  select least(min(o.placed_at), now()) - interval '1 second', s.product_id, s.market, 'opening',
    s.level + coalesce(sum(r.quantity), 0), s.level + coalesce(sum(r.quantity), 0)
  from stock_levels s
    left join (stock_reservations r join orders o on o.id = r.order_id and o.number is not null)
      on r.product_id = s.product_id and r.market = s.market and r.state = 'committed'
  group by s.product_id, s.market, s.level;
insert into stock_movements (at, product_id, market, kind, quantity, level, order_id)
  select o.placed_at, r.product_id, r.market, 'order', -r.quantity,
    s.level + sum(r.quantity) over (partition by r.product_id, r.market order by o.placed_at desc, o.id desc) - r.quantity, o.id
  from stock_reservations r
    join orders o on o.id = r.order_id and o.number is not null
    join stock_levels s on s.product_id = r.product_id and s.market = r.market
  where r.state = 'committed'
  order by o.placed_at, o.id;

create trigger forbid_update before update or delete on stock_movements for each row execute function forbid_update();
create trigger forbid_truncate before truncate on stock_movements for each statement execute function forbid_update();

-- Deliveries from suppliers. Their lines are movements.
create table stock_receipts (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  market text not null,
  supplier text not null,
  reference text not null default '',
  note text not null default '',
  staff_id integer not null,
  author text not null
);

-- Available cases, so that the planner knows how many wines are out or low. No index: it would end HOT updates by reservations.
create statistics stock_levels_available_stats on (level - reserved) from stock_levels;

-- Products as the list of stock shows, sorts and finds them: the name of their first offer, the codes of all. Follows `offers` by trigger.
-- Rows stay when the last offer is deleted, because levels and the ledger do.
create table stock_items (
  product_id integer primary key,
  name text not null,
  sku text not null,
  gtin text not null,
  name_key text collate "C" not null,
  -- Words to search in, in small letters.
  terms text not null,
  -- SKUs in small letters, and bar codes without leading zeros.
  codes text[] not null
);
create index stock_items_name_key_idx on stock_items (name_key, product_id);
create index stock_items_sku_idx on stock_items (lower(sku), product_id);
create index stock_items_terms_idx on stock_items using gin (terms gin_trgm_ops);
create index stock_items_codes_idx on stock_items using gin (codes);

-- Writes the rows of products that have offers.
create function write_stock_items(products integer[]) returns void language sql as $$
  insert into stock_items (product_id, name, sku, gtin, name_key, terms, codes)
    select o.product_id, (array_agg(o.name order by o.offer_id))[1], (array_agg(o.sku order by o.offer_id))[1], (array_agg(o.gtin order by o.offer_id))[1],
      (array_agg(lower(o.name) order by o.offer_id))[1], ' ' || string_agg(distinct lower(concat_ws(' ', o.name, o.sku, o.gtin)), ' '),
      array_agg(distinct lower(o.sku)) || coalesce(array_agg(distinct ltrim(o.gtin, '0')) filter (where o.gtin <> ''), '{}')
    from (
      select offer_id, product_id, sku, coalesce(record ->> 'gtin', '') as gtin,
        concat_ws(' ', nullif(record ->> 'brand', ''), record ->> 'name', nullif(record ->> 'vintage', '')) as name
      from offers where product_id = any(products)
    ) o
    group by o.product_id order by o.product_id
  on conflict (product_id) do update set name = excluded.name, sku = excluded.sku, gtin = excluded.gtin, name_key = excluded.name_key,
      terms = excluded.terms, codes = excluded.codes
    where (stock_items.name, stock_items.sku, stock_items.gtin, stock_items.terms) is distinct from (excluded.name, excluded.sku, excluded.gtin, excluded.terms)
$$;
create function follow_offers() returns trigger language plpgsql as $$
declare products integer[];
begin
  if tg_op = 'INSERT' then products := array(select distinct product_id from new_rows);
  elsif tg_op = 'DELETE' then products := array(select distinct product_id from old_rows);
  else products := array(
    select unnest(array[n.product_id, o.product_id]) from new_rows n join old_rows o using (offer_id)
      where n.content_hash is distinct from o.content_hash or n.product_id <> o.product_id
  );
  end if;
  if cardinality(products) > 0 then perform write_stock_items(products); end if;
  return null;
end $$;
create trigger follow_inserts after insert on offers referencing new table as new_rows for each statement execute function follow_offers();
create trigger follow_updates after update on offers referencing old table as old_rows new table as new_rows for each statement execute function follow_offers();
create trigger follow_deletes after delete on offers referencing old table as old_rows for each statement execute function follow_offers();
select write_stock_items(array(select distinct product_id from offers));
