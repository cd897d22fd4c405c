-- Versions of the settings, append-only: the retailer's values for a group in a scope, each from an instant on. In force is the one with
-- the latest effective_from that has passed, and of those with the same the one that was written last. Without one the defaults of the
-- release hold (docs/decisions/0146-settings-as-records.md).
create table setting_versions (
  id integer generated always as identity primary key,
  -- Name of a group in the registry of the code.
  group_id text not null,
  -- 'shop', the code of a market, or the id of a site.
  scope text not null,
  -- Counts the versions of a group in a scope. The next one must be the number after the last, so that two people cannot overwrite each other.
  revision integer not null check (revision > 0),
  -- Null returns to the defaults. Contains no secret.
  value jsonb,
  -- By field, as the secret vault stores it: {"keyId", "text"}.
  secrets jsonb not null default '{}',
  effective_from timestamptz not null,
  created_at timestamptz not null default now(),
  -- Who saved it: an email address or the name of a command. Contains no customer.
  author text not null,
  note text not null default '',
  record_key text not null generated always as (group_id || '/' || scope) stored,
  unique (group_id, scope, revision)
);
create index setting_versions_record_key_idx on setting_versions (record_key, effective_from, id);

-- Secrets are encrypted again when SECRETS_KEY changes. Nothing else of a version ever changes.
create trigger setting_versions_append_only before delete or update of id, group_id, scope, revision, value, effective_from, created_at, author, note
  on setting_versions for each row execute function forbid_update();
create trigger setting_versions_log_change after insert on setting_versions for each row execute function log_record_change('setting', '', 'record_key');
