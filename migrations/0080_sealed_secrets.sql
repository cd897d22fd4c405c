-- Names the key that a stored secret is encrypted with (SECRETS_KEY); empty: it is not. A secret may be there twice, because a
-- shop that starts without its key goes on with new ones and keeps what it cannot read (docs/decisions/0082-secrets-at-rest.md).
alter table shared_secrets add column key_id text not null default '';
alter table shared_secrets drop constraint shared_secrets_pkey;
alter table shared_secrets add primary key (name, key_id);
alter table identity_keys add column key_id text not null default '';
