-- What the CRM was last told of a customer in a market: whoever differs from it is sent, and tried again until it is taken.
create table crm_contacts (
  customer_id integer not null references customers on delete cascade,
  market text not null,
  sent text,
  try_at timestamptz not null default now(),
  tries integer not null default 0,
  primary key (customer_id, market)
);
