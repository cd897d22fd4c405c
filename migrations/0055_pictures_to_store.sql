-- transaction: none
-- Files that wait for their storage, which a job looks for every ten seconds. Without it the job would read every file that there is.
create index concurrently if not exists picture_files_to_store_idx on picture_files (id, width, format) where bytes is not null;
