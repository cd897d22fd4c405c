-- Every email of the shop: what became of it, what the mail server answered, and its text as long as it is stored.

create table mail_log (
  -- Id of the job that sends it, and the left part of its Message-ID.
  id uuid primary key,
  created_at timestamptz not null default now(),
  queue text not null,
  kind text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'failed', 'suppressed', 'skipped', 'bounced', 'complaint')),
  -- Null for what belongs to no market, such as email to staff.
  market text,
  -- Empty until the email is written, where the job does not contain it.
  recipient text not null default '',
  subject text not null default '',
  -- Without references, because the log outlives them. Erasure deletes rows by customer and address.
  order_id uuid,
  customer_id integer,
  gift_card_id uuid,
  -- What the job needs to write the email again. Null where it must not be sent again, and once the text is deleted.
  payload jsonb,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- Id that a mail service gave it, where that is not its own.
  message_id text not null default '',
  has_text boolean not null default false
);
create index mail_log_list_idx on mail_log (created_at, id);
create index mail_log_state_idx on mail_log (state, created_at, id);
create index mail_log_kind_idx on mail_log (kind, created_at, id);
create index mail_log_address_idx on mail_log (email_key(recipient), created_at);
create index mail_log_customer_idx on mail_log (customer_id) where customer_id is not null;
create index mail_log_order_idx on mail_log (order_id, created_at) where order_id is not null;
create index mail_log_message_idx on mail_log (message_id) where message_id <> '';
create index mail_log_text_idx on mail_log (created_at) where has_text or payload is not null;
create index mail_log_search_idx on mail_log using gin ((' ' || lower(recipient || ' ' || subject)) gin_trgm_ops);

-- Attempts to send it, and what was reported about it later.
create table mail_attempts (
  id bigint generated always as identity primary key,
  mail_id uuid not null references mail_log on delete cascade,
  at timestamptz not null default now(),
  outcome text not null check (outcome in ('sent', 'failed', 'suppressed', 'skipped', 'discarded', 'bounce', 'soft_bounce', 'complaint')),
  -- Answer of the mail server, error, or reason of the report.
  response text not null
);
create index mail_attempts_mail_idx on mail_attempts (mail_id, id);

-- Texts as they were last sent, without single-use links and codes. They are deleted long before the log.
create table mail_texts (
  mail_id uuid primary key references mail_log on delete cascade,
  html text not null,
  text text not null,
  headers jsonb not null default '{}'
);
