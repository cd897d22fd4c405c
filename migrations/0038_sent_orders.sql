-- Orders with nothing left to send, so that the list of what waits does not add up every partly refunded order again. Lines, sent cases and
-- withdrawn cases only grow, so that such an order stays one.
alter table orders add column is_sent boolean not null default false;
comment on column orders.is_sent is 'True if nothing is left to send. Set by a job, and only for partly refunded orders: other statuses say so themselves.';
