-- The activity log by kind of record and of what one person did, and the API keys that made a change.

alter table activity_log
  -- Without a reference, because the log outlives the key.
  add column api_key_id integer,
  -- Name at the time of the change. Null for sessions, commands and the shop.
  add column api_key_name text;
create index activity_log_subject_kind_idx on activity_log (subject_kind, at desc, id desc);
create index activity_log_staff_action_idx on activity_log (staff_id, action text_pattern_ops, at desc, id desc);
create index activity_log_staff_kind_idx on activity_log (staff_id, subject_kind, at desc, id desc);
