-- Mail that the shop has sent where no SMTP server is configured, shown at /dev/mailbox.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  sent_at timestamptz not null default now()
);
