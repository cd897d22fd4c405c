-- A card that a customer adds without paying anything: begun here, typed in at the gateway, kept when the gateway says that it has it.
create table card_setups (
  id uuid primary key default gen_random_uuid(),
  customer_id integer not null references customers on delete cascade,
  market text not null,
  -- The wine club membership that it is to pay for from then on; null where it is only to be kept.
  membership_id uuid,
  -- What the gateway calls it; null until it has answered.
  gateway_id text,
  state text not null default 'open' check (state in ('open', 'kept', 'given_up')),
  instrument_id uuid,
  created_at timestamptz not null default now()
);
create index card_setups_by_customer on card_setups (customer_id);
create index card_setups_open on card_setups (created_at) where state = 'open';

-- The sandbox gateway's side: its page keeps a card and charges nothing.
alter table sandbox_gateway.payments add column keeps_card_only boolean not null default false;
