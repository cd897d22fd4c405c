-- transaction: none
-- Orders that are sent on a day of their own are few. Staff list them by that day.
create index concurrently if not exists orders_dispatch_idx on orders ((details->>'dispatchOn')) where details->>'dispatchOn' is not null;
