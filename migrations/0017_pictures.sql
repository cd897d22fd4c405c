-- Retailers' own pictures in the forms pages ask for. In the database, which all processes share and one backup holds.
create table pictures (
  -- Of the SHA-256 of the picture as it came.
  id text primary key,
  width integer not null,
  height integer not null,
  placeholder text not null,
  taken_at timestamptz not null default now()
);

create table picture_files (
  id text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes bytea not null,
  primary key (id, width, format)
);
-- They are packed already.
alter table picture_files alter column bytes set storage external;

-- When a level was last set or sold from, for exports of what changed since a moment.
alter table stock add updated_at timestamptz not null default now();
create function stamp_level() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger stock_level_changed before update on stock for each row
  when (old.level is distinct from new.level) execute function stamp_level();
