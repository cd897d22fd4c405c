-- Drafts of live pages that are published at a moment (docs/decisions/0138-pages-in-the-office.md). The page stays as it is until then.
alter table page_drafts add column scheduled_for timestamptz;
-- What was shown when it was scheduled: version of the page, and revision of the draft.
alter table page_drafts add column scheduled_version integer;
alter table page_drafts add column scheduled_revision integer;
alter table page_drafts add column scheduled_staff_id integer;
alter table page_drafts add column scheduled_by text;
-- Why it was not published at its moment. Null for what is still to come.
alter table page_drafts add column schedule_problem text;
create index page_drafts_scheduled_for_idx on page_drafts (scheduled_for) where scheduled_for is not null and schedule_problem is null;
