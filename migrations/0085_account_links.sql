-- A join belongs to the browser that asked for it; a change of email can be taken back from the old address.
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('join', 'verify', 'reset', 'undo-email'));
-- For `join`: digest of the value that the browser keeps in a cookie.
alter table one_time_links add column browser_digest text;
-- For `undo-email`: whose email it was.
alter table one_time_links add column customer_id integer references customers on delete cascade;
create index one_time_links_by_customer on one_time_links (customer_id) where customer_id is not null;

-- When the customer last proved who they are. A refreshed token proves nothing new.
alter table sign_ins add column authenticated_at timestamptz;
update sign_ins set authenticated_at = created_at;
alter table sign_ins alter column authenticated_at set default now(), alter column authenticated_at set not null;
