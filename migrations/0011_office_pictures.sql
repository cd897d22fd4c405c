-- Pictures in the office: the library, and where its pictures are used.

alter table pictures
  -- Name of the uploaded file; empty for pictures of an import.
  add column name text not null default '',
  -- What the picture shows. Proposed as text alternative where it is used next.
  add column alt text not null default '',
  -- Size of the uploaded file. Null for pictures of an import.
  add column original_bytes integer,
  -- Name of the person; empty for imports.
  add column uploaded_by text not null default '',
  -- When staff removed it. A job deletes it later, so that removing can be undone.
  add column removed_at timestamptz,
  -- Raised by every change of staff.
  add column version integer not null default 1;
create index pictures_imported_at_idx on pictures (imported_at, id);
create index pictures_name_key_idx on pictures (lower(name), id);
create index pictures_name_idx on pictures using gin (lower(name || ' ' || alt) gin_trgm_ops);
create index pictures_removed_at_idx on pictures (removed_at) where removed_at is not null;

-- Where pictures are used. Triggers follow offers, pages and drafts, whoever changes them.
create table picture_uses (
  picture_id text not null,
  kind text not null check (kind in ('wine', 'page', 'draft')),
  -- Id of the offer or page.
  subject_id text not null,
  -- Place among the pictures of an offer, from 1; 0 on pages.
  position integer not null,
  -- Name of the offer or page.
  title text not null,
  -- What it is searched by, in lower case.
  terms text not null,
  alt text not null,
  -- Audience of the offer; null for pages.
  audience text,
  -- Markets of the page; null for all, and for offers.
  markets text[],
  primary key (picture_id, kind, subject_id)
);
create index picture_uses_subject_idx on picture_uses (kind, subject_id);
create index picture_uses_terms_idx on picture_uses using gin (terms gin_trgm_ops);

-- Returns the uses of an offer's pictures.
create function offer_picture_uses(offer_id text, offer_record jsonb, offer_audience text) returns setof picture_uses language sql stable as $$
  select distinct on (one.value ->> 'id') one.value ->> 'id', 'wine', offer_id, one.ordinality::integer,
    concat_ws(' ', nullif(offer_record ->> 'brand', ''), offer_record ->> 'name', nullif(offer_record ->> 'vintage', '')),
    lower(concat_ws(' ', offer_record ->> 'brand', offer_record ->> 'name', offer_record ->> 'vintage', offer_record ->> 'sku', offer_id)),
    coalesce(one.value ->> 'alt', ''), offer_audience, null::text[]
  from jsonb_array_elements(case jsonb_typeof(offer_record -> 'pictures') when 'array' then offer_record -> 'pictures' end) with ordinality one
  order by one.value ->> 'id', one.ordinality
$$;

-- Returns the uses of a page's pictures: the addresses in its record.
create function page_picture_uses(use_kind text, page_id text, page_record jsonb) returns setof picture_uses language sql stable as $$
  select distinct found[1], use_kind, page_id, 0, coalesce(page_record ->> 'title', ''), lower(concat_ws(' ', page_record ->> 'title', page_record ->> 'path')), '',
    null::text,
    case jsonb_typeof(page_record -> 'markets') when 'array' then array(select jsonb_array_elements_text(page_record -> 'markets')) end
  from regexp_matches(page_record::text, '/pictures/photo/([a-z0-9]{20})\.', 'g') found
$$;

insert into picture_uses select u.* from offers o, offer_picture_uses(o.offer_id, o.record, o.audience) u where o.record ? 'pictures';
insert into picture_uses select u.* from pages p, page_picture_uses('page', p.id, p.record) u;
insert into picture_uses select u.* from page_drafts d, page_picture_uses('draft', d.page_id, d.record) u;

create function follow_offer_pictures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from picture_uses where kind = 'wine' and subject_id = old.offer_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into picture_uses select * from offer_picture_uses(new.offer_id, new.record, new.audience);
  end if;
  return null;
end $$;

create trigger offers_follow_new_pictures after insert on offers for each row when (new.record ? 'pictures') execute function follow_offer_pictures();
create trigger offers_follow_pictures after update on offers for each row
  when (new.content_hash is distinct from old.content_hash and (new.record ? 'pictures' or old.record ? 'pictures')) execute function follow_offer_pictures();
create trigger offers_drop_pictures after delete on offers for each row when (old.record ? 'pictures') execute function follow_offer_pictures();

create function follow_page_pictures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from picture_uses where kind = 'page' and subject_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into picture_uses select * from page_picture_uses('page', new.id, new.record);
  end if;
  return null;
end $$;

create function follow_draft_pictures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from picture_uses where kind = 'draft' and subject_id = old.page_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into picture_uses select * from page_picture_uses('draft', new.page_id, new.record);
  end if;
  return null;
end $$;

create trigger pages_follow_pictures after insert or update of record or delete on pages for each row execute function follow_page_pictures();
create trigger page_drafts_follow_pictures after insert or update of record or delete on page_drafts for each row execute function follow_draft_pictures();

-- Who writes pages or looks after wines may upload pictures.
update roles set permissions = permissions || '{pictures.write}'::text[] where is_built_in and name in ('Manager', 'Buyer', 'Marketing');
