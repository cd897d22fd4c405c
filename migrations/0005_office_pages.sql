-- Pages in the office: versions, drafts, archived pages and redirects.

-- Raised by every change, whoever makes it. Tells two people who edit the same page.
alter table pages add column version integer not null default 1;
-- When staff put the page away. Publishing it again ends that.
alter table pages add column archived_at timestamptz;

-- Every version of every page, append-only: of imports, commands and the office.
create table page_versions (
  page_id text not null,
  version integer not null check (version > 0),
  -- Null if the page was removed.
  record jsonb,
  saved_at timestamptz not null default now(),
  -- Name of the person; empty for imports and commands.
  author text not null default '',
  primary key (page_id, version)
);

insert into page_versions (page_id, version, record, saved_at) select id, version, record, updated_at from pages;

-- Returns the person who makes the changes of this transaction, as the office names them.
create function current_author() returns text language sql stable as $$
  select coalesce(current_setting('cellardoor.author', true), '')
$$;

create function number_page_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A page that was removed and comes back continues its numbers.
    new.version := coalesce((select max(version) from page_versions where page_id = new.id), 0) + 1;
  elsif new.record is distinct from old.record then
    new.version := old.version + 1;
    if new.record ->> 'state' = 'published' then
      new.archived_at := null;
    end if;
  end if;
  return new;
end $$;

create function log_page_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into page_versions (page_id, version, record, author) values (old.id, old.version + 1, null, current_author());
  elsif tg_op = 'INSERT' or new.version <> old.version then
    insert into page_versions (page_id, version, record, author) values (new.id, new.version, new.record, current_author());
  end if;
  return null;
end $$;

create trigger pages_number_version before insert or update on pages for each row execute function number_page_version();
create trigger pages_log_version after insert or update or delete on pages for each row execute function log_page_version();
create trigger page_versions_append_only before update or delete on page_versions for each row execute function forbid_update();

-- What staff write and have not published. One per page, shared by those who edit it.
create table page_drafts (
  page_id text primary key,
  -- May be incomplete.
  record jsonb not null,
  -- Version of the page that the draft was made from; 0 for a new page.
  base_version integer not null,
  -- Raised by every save.
  revision integer not null default 1,
  staff_id integer not null,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Addresses that lead elsewhere where the shop has no page.
create table redirects (
  from_path text primary key,
  record jsonb not null,
  content_hash text not null,
  updated_at timestamptz not null default now()
);
