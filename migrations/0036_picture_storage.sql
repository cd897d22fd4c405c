-- Files of pictures may be in S3-compatible storage instead (docs/decisions/0191-picture-storage.md). The row stays and says which files exist.
alter table picture_files alter column bytes drop not null;
comment on column picture_files.bytes is 'Null if the file is in the storage of PICTURE_STORAGE.';
