-- Orders that staff prepare for a customer on the phone (docs/decisions/0200-draft-orders.md).
create table draft_orders (
  id uuid primary key default gen_random_uuid(),
  market text not null,
  -- 0 for a guest.
  customer_id bigint not null default 0,
  -- The guest's, or that of the account when the draft was begun. Empty once the order is placed.
  email text not null,
  -- A guest's cart, so that nothing of it is in the customer's own. It exists while it has lines.
  cart_id uuid not null default gen_random_uuid(),
  -- As in `checkouts`. Empty once the order is placed.
  details jsonb not null default '{}',
  uses_credit boolean not null default false,
  -- Wines of the order that was duplicated which are not sold any more.
  not_sold text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'sent', 'cancelled', 'placed')),
  version integer not null default 1,
  -- Number of payment links that were made: the newest one works.
  links integer not null default 0,
  link_expires_at timestamptz,
  staff_id integer not null,
  -- Names at the time.
  author text not null,
  changed_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index draft_orders_updated_at_idx on draft_orders (updated_at desc, id);
create index draft_orders_cart_id_idx on draft_orders (cart_id);
create index draft_orders_customer_id_idx on draft_orders (customer_id) where customer_id <> 0;

update roles set permissions = array_append(permissions, 'orders.create'), version = version + 1
  where is_built_in and name in ('Manager', 'Orders') and not 'orders.create' = any(permissions);
