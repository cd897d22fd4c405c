-- Backups that the shop makes itself, and verifications of them.

alter table backup_reports
  -- `verification`: a backup was restored and audited.
  add column kind text not null default 'backup' check (kind in ('backup', 'verification')),
  -- What the audit of a verification found. Null for backups, and for what could not be restored.
  add column differences integer,
  drop constraint backup_reports_result_check,
  add constraint backup_reports_result_check check (result in ('running', 'ok', 'failed'));
