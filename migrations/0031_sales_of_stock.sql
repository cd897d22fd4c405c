-- Cases sold in the last days, by which the office sorts stock: read from the index alone. Each entry is written once and never changed.
create index stock_movements_sales_idx on stock_movements (at) include (product_id, market, quantity) where kind in ('order', 'refund');
