-- A second copy of every record beside the first made rows too long to be written as they are, which cost an import a fifth of its time.
-- Readers take the record (docs/decisions/0045-import-speed.md).
alter table offers drop column listing;
