-- Files of deleted pictures that are still in the storage. A file waits here until the storage has deleted it, and is not stored in the meantime.
create table picture_files_to_delete (
  id text not null,
  width integer not null,
  format text not null,
  primary key (id, width, format),
  -- When a process began to delete it; null before.
  begun_at timestamptz
);
