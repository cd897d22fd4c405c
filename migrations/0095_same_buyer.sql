-- First-order discounts recognise a buyer by mailbox, and by card and address together (decision 96).

-- One mailbox, however its address is varied; the same rule as mailboxOf (src/identity/same-buyer.ts). Null for what is no address.
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case when position('@' in key) = 0 then null
    when domain in ('gmail.com', 'googlemail.com') then replace(split_part(name, '+', 1), '.', '') || '@gmail.com'
    else split_part(name, '+', 1) || '@' || domain end
  from (select key, substring(key from '^(.*)@[^@]*$') as name, substring(key from '@([^@]*)$') as domain
    from (select lower(normalize(btrim(email), NFC)) as key) k) parts
$$;
create index orders_by_mailbox on orders (mailbox_of(email)) where number is not null;
create index orders_by_card on orders (card_fingerprint) where card_fingerprint is not null and number is not null;

-- A first-order discount is on it: its card is authorised, and charged once it is known to be no earlier buyer's.
alter table orders add column first_order boolean not null default false;

-- The last card that was tried at the checkout and not charged, because its order would not have been a first one.
alter table checkouts add column card_fingerprint text;

-- A payment may be authorised first and captured by the shop. It is `authorised` in between.
alter table sandbox_gateway.payments add column capture_later boolean not null default false;
alter table sandbox_gateway.payments drop constraint payments_status_check;
alter table sandbox_gateway.payments add constraint payments_status_check
  check (status in ('open', 'confirming', 'authorised', 'captured', 'cancelled', 'refunded'));

-- Credit that waits for a member of staff: why it was held, and who decided when.
alter table referrals add column held_reason text check (held_reason in ('same_address', 'same_card'));
alter table referrals add column reviewed_by text;
alter table referrals add column reviewed_at timestamptz;
create index referrals_held on referrals (at) where state = 'held';

-- Gift cards count towards a tier when they are spent, not when they are bought.
update loyalty_ledger l set cents = greatest(0, l.cents - g.cents)
  from (select order_id, sum(list_cents * quantity - discount_cents)::int as cents from order_lines
    where summary->>'sku' like '%GIFT%' group by order_id) g
  where l.kind = 'spend' and l.order_id = g.order_id;
update loyalty_ledger l set cents = greatest(0, l.cents - g.cents)
  from (select r.refund_id, sum(r.amount_cents)::int as cents from order_refund_lines r join order_refunds f on f.id = r.refund_id
      join order_lines o on o.order_id = f.order_id and o.position = r.position
    where o.summary->>'sku' like '%GIFT%' group by r.refund_id) g
  where l.kind = 'refund' and l.source = 'refund:' || g.refund_id;
