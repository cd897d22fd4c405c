-- Who has opened a page behind a paywall: the address they gave, in the form addresses are compared in.
create table paywall_unlocks (
  page_id text not null,
  email text not null,
  unlocked_at timestamptz not null default now(),
  primary key (page_id, email)
);
create index paywall_unlocks_by_email on paywall_unlocks (email);
