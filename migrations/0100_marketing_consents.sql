-- Each consent to marketing and each withdrawal, with the time and the words that were shown. The latest entry of a channel counts;
-- `customers.user_metadata` repeats it for email and SMS. Devices of guests are known by a hash of their push address.
create table marketing_consents (
  id bigint generated always as identity primary key,
  customer_id integer references customers on delete cascade,
  device text,
  channel text not null check (channel in ('email', 'sms', 'push')),
  granted boolean not null,
  wording text not null,
  source text not null,
  market text,
  at timestamptz not null default clock_timestamp(),
  check (customer_id is not null or device is not null)
);
create index marketing_consents_of_customers on marketing_consents (customer_id, channel, at desc, id desc);
create index marketing_consents_of_devices on marketing_consents (device) where device is not null;

-- What was consented to before entries were kept: the words are not known, and the time only as not later than the last change.
insert into marketing_consents (customer_id, channel, granted, wording, source, at)
select c.id, s.channel, true, '', 'before_records', c.updated_at
from customers c cross join (values ('email'), ('sms')) s (channel)
where c.user_metadata->>('marketing_' || s.channel) = 'true';
insert into marketing_consents (customer_id, device, channel, granted, wording, source, market, at)
select customer_id, encode(sha256(convert_to(endpoint, 'UTF8')), 'hex'), 'push', true, '', 'before_records', market, created_at
from push_subscriptions;

-- Headers beside those of every mail (List-Unsubscribe), as shown at /dev/mailbox.
alter table mailbox add headers jsonb not null default '{}';
