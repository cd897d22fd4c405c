-- transaction: none
-- Orders that are collected in a store are few. Staff list them by the day that they were placed.
create index concurrently if not exists orders_collection_idx on orders (placed_at, id) where details ? 'collection';
