-- The form in which email addresses are compared; the same rule as emailKey (src/lib/email.ts).
create function email_key(email text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(btrim(email), NFC))
$$;
update mail_failures set address = email_key(address) where address <> email_key(address);
delete from mail_suppressions s where address <> email_key(address) and exists (select 1 from mail_suppressions o where o.address = email_key(s.address));
update mail_suppressions set address = email_key(address) where address <> email_key(address);
