-- A cart that is read again asks only what changed since (src/cart/server/known-lines.ts). `changed_in` tells what lists say of
-- stock, which is less than carts do: this is the transaction that last changed anything of it.
alter table stock add moved_in xid8 not null default pg_current_xact_id();
create index stock_by_move on stock (moved_in);

create function stamp_move() returns trigger language plpgsql as $$
begin
  new.moved_in := pg_current_xact_id();
  return new;
end $$;

create trigger stock_moved before update on stock for each row
  when (old.level <> new.level or old.reserved <> new.reserved)
  execute function stamp_move();

-- Stock that is taken out (an import taken back) is news of its offers.
create function stamp_offers_of_stock() returns trigger language plpgsql as $$
begin
  update offers set changed_in = pg_current_xact_id() where product_id = old.product_id;
  return old;
end $$;

create trigger stock_removed after delete on stock for each row execute function stamp_offers_of_stock();
