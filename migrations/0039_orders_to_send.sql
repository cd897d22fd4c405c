-- transaction: none
-- What may wait to be sent: few orders, whose status is in the order of SENDABLE_STATUSES.
create index concurrently if not exists orders_to_send_idx on orders (status, placed_at, id)
  where number is not null and not is_sent and status in ('Awaiting Fulfillment', 'Awaiting Shipment', 'Partially Shipped', 'Partially Refunded');
