-- Rules that promotions gained, with what they mean where a record does not say.
update promotions set record = '{"priority": 0, "exclusive": false, "minimumQuantity": 0, "usesTotal": null, "usesPerCustomer": null, "banners": [],
  "scope": {"offerIds": [], "productIds": [], "categories": [], "tags": []}}'::jsonb || record;
update offers set summary = summary || jsonb_build_object('tags', coalesce(record->'tags', '[]'::jsonb));

-- What every cart has to look at: promotions that apply by themselves, and those with banners. Its revision changes with them, so
-- that a process reads them once and not for every cart.
create table promotion_shelf (
  only_row boolean primary key default true check (only_row),
  revision uuid not null
);
insert into promotion_shelf (revision) values (gen_random_uuid());

create function is_on_shelf(promotion promotions) returns boolean language sql immutable as
  $$ select promotion.automatic or jsonb_array_length(coalesce(promotion.record->'banners', '[]'::jsonb)) > 0 $$;

create function promotion_changed() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'INSERT' and is_on_shelf(old)) or (tg_op <> 'DELETE' and is_on_shelf(new)) then
    update promotion_shelf set revision = gen_random_uuid();
  end if;
  return null;
end $$;
create trigger promotion_changed after insert or update or delete on promotions for each row execute function promotion_changed();

-- How often promotions with a limit are used: one row a promotion, and one a promotion and customer ('' is everybody).
create table promotion_counts (
  promotion_id integer not null,
  customer_key text not null,
  used integer not null check (used >= 0),
  primary key (promotion_id, customer_key)
);

-- What an order holds or has taken of those uses.
create table promotion_uses (
  order_id uuid not null references orders on delete cascade,
  promotion_id integer not null,
  customer_key text not null,
  state text not null check (state in ('held', 'taken', 'released')),
  primary key (order_id, promotion_id)
);

-- Gifts are derived from the lines at each reading and never stored as lines; here is what the shopper was last told of.
alter table carts add column gifts jsonb not null default '[]';
alter table cart_lines drop column added_by_promotion;
alter table order_lines add column added_by_promotion boolean not null default false;
