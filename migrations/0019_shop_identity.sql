-- Pictures in settings: the logo and icon of a site.

alter table picture_uses drop constraint picture_uses_kind_check;
alter table picture_uses add constraint picture_uses_kind_check check (kind in ('wine', 'page', 'draft', 'setting'));

-- Every version counts, because staff can return to it. The subject is the group with its scope, such as identity/au-wine.
create function follow_setting_pictures() returns trigger language plpgsql as $$
begin
  insert into picture_uses (picture_id, kind, subject_id, position, title, terms, alt)
  select distinct one[1], 'setting', new.group_id || '/' || new.scope, 0, 'Logo and icon of ' || new.scope, 'logo icon settings ' || lower(new.scope), ''
  from regexp_matches(new.value::text, '/pictures/photo/([a-z0-9]{20})\.', 'g') one
  on conflict do nothing;
  return null;
end $$;

create trigger setting_versions_follow_pictures after insert on setting_versions for each row
  when (new.value::text like '%/pictures/photo/%') execute function follow_setting_pictures();
