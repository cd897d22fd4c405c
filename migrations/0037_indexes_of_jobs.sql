-- transaction: none
-- What jobs look for among all orders, refunds, events and checkouts, so that they read what is new and not what there is
-- (docs/decisions/0193-cost-as-a-shop-grows.md).

-- Refunds of the last hours, for tiers, every five seconds.
create index concurrently if not exists order_refunds_done_at_idx on order_refunds (coalesce(completed_at, created_at)) where state = 'done';
-- Orders with a coupon, for referrals, every five seconds and of all times each night.
create index concurrently if not exists orders_with_coupons_idx on orders (placed_at) where number is not null and coupon_ids <> '{}';
-- Orders of deleted accounts, every hour and with each deletion of an account.
create index concurrently if not exists order_events_of_deleted_accounts_idx on order_events (order_id) where event = 'account_deleted';
-- Checkouts that expired lately. Rows are in the order of time, so that this index is a few pages.
create index concurrently if not exists checkouts_expires_at_idx on checkouts using brin (expires_at) with (pages_per_range = 16);
-- Events of the last days, for exports of what changed. Rows are in the order of time.
create index concurrently if not exists order_events_at_idx on order_events using brin (at) with (pages_per_range = 16);
