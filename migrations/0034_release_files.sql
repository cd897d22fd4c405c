-- Built files of this release and of those before it, so that pages which are still open in tabs find the files that they load later.
create table release_files (
  -- Part of the shop and address: `shop/assets/root-Cx1f2a3b.js`. The hash in the name makes the content of an address final.
  path text primary key,
  content bytea not null,
  -- When a release without the file started. Null while the latest release has it.
  superseded_at timestamptz
);
create index release_files_superseded_at_idx on release_files (superseded_at) where superseded_at is not null;
