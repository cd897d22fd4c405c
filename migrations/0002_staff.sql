-- Staff of the office. Separate from customers: no customer, group or domain gives access to it.
create table staff (
  id integer generated always as identity primary key,
  -- Subject of tokens and user handle of passkeys.
  subject text not null default (gen_random_uuid())::text unique,
  -- Subject at a hosted identity tenant, after the first sign-in there.
  tenant_subject text unique,
  email text not null,
  -- Address in the form that is compared (`email_key`).
  email_key text not null unique,
  name text not null default '',
  status text not null default 'invited' check (status in ('invited', 'active', 'suspended')),
  -- Argon2id in PHC format. Null for those who sign in by passkey only.
  password_hash text,
  -- Secret of the authenticator, encrypted by the key `totp_key_id` (SECRETS_KEY), or with an empty id unencrypted. Null without one.
  totp_secret text,
  totp_key_id text,
  totp_since timestamptz,
  -- Time step of the last code that was used. Codes of it and of earlier steps are refused.
  totp_last_step bigint not null default 0,
  invited_at timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((totp_secret is null) = (totp_key_id is null) and (totp_secret is null) = (totp_since is null))
);
create trigger set_updated_at before update on staff for each row execute function set_updated_at();

create table roles (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  -- Names of src/domains/staff/model/permissions.ts. Unknown ones count as none. The owner has all, whatever is stored here.
  permissions text[] not null default '{}',
  -- Null for all markets.
  markets text[],
  -- Null for no limit.
  refund_limit_cents integer check (refund_limit_cents >= 0),
  is_owner boolean not null default false,
  is_built_in boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_name_idx on roles (lower(name));
create unique index roles_is_owner_idx on roles (is_owner) where is_owner;
create trigger set_updated_at before update on roles for each row execute function set_updated_at();

insert into roles (name, description, permissions, refund_limit_cents, is_owner, is_built_in) values
  ('Owner', 'Everything, staff and payment settings included. A shop always has one.', '{}', null, true, true),
  ('Manager', 'Runs the shop: everything but payment settings.',
    '{orders.read,orders.write,orders.ship,orders.refund,orders.cancel,orders.export,catalogue.read,catalogue.write,catalogue.import,stock.write,customers.read,customers.write,customers.export,customers.erase,credit.read,credit.write,clubs.read,clubs.write,pages.read,pages.write,promotions.read,promotions.write,reports.read,settings.read,settings.write,staff.read,staff.write,system.read,system.write}',
    null, false, true),
  ('Orders', 'Packs, sends and refunds orders and answers customers.',
    '{orders.read,orders.write,orders.ship,orders.refund,orders.cancel,catalogue.read,customers.read,customers.write,credit.read,clubs.read}',
    20000, false, true),
  ('Cellar', 'Receives, counts and sends stock.', '{orders.read,orders.ship,catalogue.read,stock.write}', 0, false, true),
  ('Buyer', 'Looks after wines, prices and suppliers’ lists.',
    '{catalogue.read,catalogue.write,catalogue.import,stock.write,promotions.read,reports.read}', 0, false, true),
  ('Marketing', 'Writes pages and promotions.',
    '{catalogue.read,pages.read,pages.write,promotions.read,promotions.write,reports.read}', 0, false, true),
  ('Clubs', 'Looks after wine clubs and their members.',
    '{orders.read,catalogue.read,customers.read,customers.write,clubs.read,clubs.write}', 0, false, true),
  ('Accounts', 'Reconciles takings, refunds, credit and gift cards.',
    '{orders.read,orders.refund,orders.export,customers.read,credit.read,credit.write,reports.read}', 50000, false, true),
  ('Read-only', 'Sees everything but staff and changes nothing.',
    '{orders.read,catalogue.read,customers.read,credit.read,clubs.read,pages.read,promotions.read,reports.read,settings.read,system.read}',
    0, false, true);

create table staff_roles (
  staff_id integer not null references staff on delete cascade,
  role_id integer not null references roles,
  primary key (staff_id, role_id)
);
create index staff_roles_role_id_idx on staff_roles (role_id);

create table staff_passkeys (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index staff_passkeys_staff_id_idx on staff_passkeys (staff_id);

-- Unused recovery codes. A used one is deleted.
create table staff_recovery_codes (
  staff_id integer not null references staff on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);

-- Single-use links. The token is only in the email or on the console; its hash is stored when it is written there.
create table staff_invitations (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('invitation', 'factor_reset', 'first_run')),
  -- Null for `first_run` until somebody accepts it.
  staff_id integer references staff on delete cascade,
  token_hash text unique,
  invited_by text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (kind = 'first_run' or staff_id is not null)
);
create index staff_invitations_staff_id_idx on staff_invitations (staff_id);

-- Unfinished sign-ins: the cookie of one browser, and what it has shown so far.
create table staff_sign_ins (
  token_hash text primary key,
  -- Null until somebody was recognised.
  staff_id integer references staff on delete cascade,
  step text not null check (step in ('start', 'factor', 'set_up', 'complete')),
  -- How the person was recognised: by the office itself, or by a hosted tenant.
  identity text not null default 'built_in' check (identity in ('built_in', 'external')),
  invitation_id integer references staff_invitations on delete cascade,
  method text not null default '',
  return_to text not null default '/',
  expires_at timestamptz not null
);
create index staff_sign_ins_expires_at_idx on staff_sign_ins (expires_at);

-- Values that the next request must match or confirm: challenges of passkeys, new authenticators, and state of the identity provider.
-- The holder is an unfinished sign-in or a session. Encrypted like other secrets.
create table staff_challenges (
  holder text not null,
  kind text not null check (kind in ('passkey', 'totp', 'oidc')),
  key_id text not null,
  value text not null,
  expires_at timestamptz not null,
  primary key (holder, kind)
);
create index staff_challenges_expires_at_idx on staff_challenges (expires_at);

create table staff_sessions (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  token_hash text not null unique,
  method text not null,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the person last gave a second factor.
  step_up_at timestamptz,
  revoked_at timestamptz
);
create index staff_sessions_staff_id_idx on staff_sessions (staff_id, last_seen_at desc);
create index staff_sessions_last_seen_at_idx on staff_sessions (last_seen_at);

-- Browsers that have signed in before. A sign-in from another one is mailed.
create table staff_devices (
  staff_id integer not null references staff on delete cascade,
  token_hash text not null,
  last_seen_at timestamptz not null default now(),
  primary key (staff_id, token_hash)
);

-- Bearer tokens for scripts. A key can do what its scopes and its holder's roles both allow.
create table api_keys (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  name text not null,
  prefix text not null,
  token_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_staff_id_idx on api_keys (staff_id);

-- Every change of staff and commands, with the changed fields before and after. Append-only.
create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('staff', 'api_key', 'command', 'system')),
  -- Without a reference, because the log outlives the person.
  staff_id integer,
  -- Name at the time of the change.
  actor_name text not null,
  ip text not null default '',
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  market text,
  before jsonb,
  after jsonb
);
create index activity_log_at_idx on activity_log (at desc, id desc);
create index activity_log_subject_id_idx on activity_log (subject_id, subject_kind, at desc, id desc);
create index activity_log_staff_id_idx on activity_log (staff_id, at desc, id desc);
create index activity_log_action_idx on activity_log (action text_pattern_ops, at desc, id desc);
create index activity_log_actor_name_idx on activity_log (lower(actor_name) text_pattern_ops, at desc, id desc);

create trigger forbid_update before update or delete on activity_log for each row execute function forbid_update();
create trigger forbid_truncate before truncate on activity_log for each statement execute function forbid_update();
