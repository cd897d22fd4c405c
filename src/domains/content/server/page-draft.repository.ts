/** Drafts and versions of pages in the database, and what the office reads of a page. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { type DraftRecord, draftRecord } from '../model/page-draft.ts';
import { type PageRecord, pageRecord } from '../model/record.ts';

/** When a draft of a live page is published. */
export interface PageSchedule {
  readonly at: Date;
  /** Version of the page, and revision of the draft, that were shown when it was scheduled. */
  readonly version: number;
  readonly revision: number;
  readonly staffId: number;
  readonly author: string;
  /** Why it was not published at its moment. Null for what is still to come. */
  readonly problem: string | null;
}

export interface PageDraft {
  readonly schedule: PageSchedule | null;
  readonly record: DraftRecord;
  readonly revision: number;
  readonly baseVersion: number;
  readonly staffId: number;
  readonly author: string;
  readonly updatedAt: Date;
}

/** A page with its draft. One of both exists. */
export interface EditedPage {
  readonly page: PageRecord | null;
  readonly version: number;
  readonly isArchived: boolean;
  readonly changedAt: Date | null;
  readonly changedBy: string;
  readonly draft: PageDraft | null;
}

interface EditedPageRow {
  readonly record: unknown;
  readonly version: number | null;
  readonly archivedAt: Date | null;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  readonly draft: unknown;
  readonly revision: number | null;
  readonly baseVersion: number | null;
  readonly staffId: number | null;
  readonly author: string | null;
  readonly draftedAt: Date | null;
  readonly scheduledFor: Date | null;
  readonly scheduledVersion: number | null;
  readonly scheduledRevision: number | null;
  readonly scheduledStaffId: number | null;
  readonly scheduledBy: string | null;
  readonly scheduleProblem: string | null;
}

const toSchedule = (row: EditedPageRow): PageSchedule | null =>
  row.scheduledFor === null
    ? null
    : {
        at: row.scheduledFor,
        version: row.scheduledVersion ?? 0,
        revision: row.scheduledRevision ?? 0,
        staffId: row.scheduledStaffId ?? 0,
        author: row.scheduledBy ?? '',
        problem: row.scheduleProblem,
      };

const toEditedPage = (row: EditedPageRow): EditedPage => ({
  page: row.record === null ? null : pageRecord.parse(row.record),
  version: row.version ?? 0,
  isArchived: row.archivedAt !== null,
  changedAt: row.changedAt,
  changedBy: row.changedBy ?? '',
  draft:
    row.revision === null || row.draftedAt === null
      ? null
      : {
          schedule: toSchedule(row),
          record: draftRecord.parse(row.draft),
          revision: row.revision,
          baseVersion: row.baseVersion ?? 0,
          staffId: row.staffId ?? 0,
          author: row.author ?? '',
          updatedAt: row.draftedAt,
        },
});

/** Reads a page with its draft. @returns null if there is neither */
export async function readEditedPage(db: Queryable, id: string): Promise<EditedPage | null> {
  const row = await db.queryOne<EditedPageRow>({
    text: `select p.record, p.version, p.archived_at as "archivedAt", p.updated_at as "changedAt", v.author as "changedBy", d.record as draft, d.revision,
        d.base_version as "baseVersion", d.staff_id as "staffId", d.author, d.updated_at as "draftedAt",
        d.scheduled_for as "scheduledFor", d.scheduled_version as "scheduledVersion", d.scheduled_revision as "scheduledRevision",
        d.scheduled_staff_id as "scheduledStaffId", d.scheduled_by as "scheduledBy", d.schedule_problem as "scheduleProblem"
      from (select $1::text as id) named left join pages p on p.id = named.id left join page_drafts d on d.page_id = named.id
        left join page_versions v on v.page_id = p.id and v.version = p.version
      where p.id is not null or d.page_id is not null`,
    values: [id],
  });
  return row && toEditedPage(row);
}

/** Locks a page and its draft until the transaction ends, also where there is none yet, and reads them. */
export async function lockEditedPage(transaction: Transaction, id: string): Promise<EditedPage | null> {
  transaction.later({ text: "select pg_advisory_xact_lock(hashtext('page ' || $1::text))", values: [id] });
  transaction.later({ text: 'select 1 from pages where id = $1 for update', values: [id] });
  return readEditedPage(transaction, id);
}

/** States who makes the changes of pages in this transaction, for their versions. */
export const nameAuthor = (transaction: Transaction, author: string): void =>
  transaction.later({ text: "select set_config('cellardoor.author', $1, true)", values: [author] });

export interface DraftToSave {
  readonly id: string;
  readonly record: DraftRecord;
  readonly baseVersion: number;
  readonly staffId: number;
  readonly author: string;
}

/** Saves a draft. @returns its revision */
export async function saveDraft(transaction: Transaction, draft: DraftToSave): Promise<{ revision: number; updatedAt: Date }> {
  const row = await transaction.queryOne<{ revision: number; updatedAt: Date }>({
    text: `insert into page_drafts (page_id, record, base_version, staff_id, author) values ($1, $2, $3, $4, $5)
      on conflict (page_id) do update set record = excluded.record, base_version = excluded.base_version, staff_id = excluded.staff_id,
        author = excluded.author, revision = page_drafts.revision + 1, updated_at = now(), scheduled_for = null, schedule_problem = null
      returning revision, updated_at as "updatedAt"`,
    values: [draft.id, JSON.stringify(draft.record), draft.baseVersion, draft.staffId, draft.author],
  });
  if (!row) throw new Error('a draft was saved and is missing');
  return row;
}

/** Schedules a draft. It stays as it is until then. */
export const scheduleDraft = (
  transaction: Transaction,
  id: string,
  { at, version, revision, staffId, author }: Omit<PageSchedule, 'problem'>,
) =>
  transaction.execute({
    text: `update page_drafts set scheduled_for = $2, scheduled_version = $3, scheduled_revision = $4, scheduled_staff_id = $5, scheduled_by = $6,
      schedule_problem = null where page_id = $1`,
    values: [id, at, version, revision, staffId, author],
  });

/** Takes the schedule of a draft back. */
export const unscheduleDraft = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({ text: 'update page_drafts set scheduled_for = null, schedule_problem = null where page_id = $1', values: [id] });

/** Notes why a draft was not published at its moment. It is not tried again. */
export const markScheduleProblem = (transaction: Transaction, id: string, problem: string): Promise<number> =>
  transaction.execute({ text: 'update page_drafts set schedule_problem = $2 where page_id = $1', values: [id, problem] });

/** Lists pages whose draft is due by now, the earliest first. */
export async function dueDrafts(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.queryMany<{ id: string }>({
    name: 'page-draft.dueDrafts',
    text: `select page_id as id from page_drafts where scheduled_for <= now() and schedule_problem is null order by scheduled_for limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

export const deleteDraft = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({ text: 'delete from page_drafts where page_id = $1', values: [id] });

export const unarchivePage = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({ text: 'update pages set archived_at = null where id = $1', values: [id] });

export const archivePage = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({ text: 'update pages set archived_at = now() where id = $1', values: [id] });

/** Returns which of the ids that begin with a text belong to a page, a draft or a former page. */
export async function takenIds(db: Queryable, prefix: string): Promise<ReadonlySet<string>> {
  const rows = await db.queryMany<{ id: string }>({
    text: `select id from pages where starts_with(id, $1) union select page_id from page_drafts where starts_with(page_id, $1)
      union select page_id from page_versions where starts_with(page_id, $1)`,
    values: [prefix],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface PageVersion {
  readonly version: number;
  readonly savedAt: Date;
  readonly author: string;
  readonly record: unknown;
}

/** Lists versions of a page below a number, the latest first. */
export const listVersions = (db: Queryable, id: string, before: number, limit: number): Promise<PageVersion[]> =>
  db.queryMany<PageVersion>({
    text: `select version, saved_at as "savedAt", author, record from page_versions where page_id = $1 and version < $2 order by version desc limit $3`,
    values: [id, before, limit],
  });

/** Returns the record of a version. @returns null if there is none, or the page was removed with it */
export async function readVersion(db: Queryable, id: string, version: number): Promise<PageRecord | null> {
  const row = await db.queryOne<{ record: unknown }>({
    text: 'select record from page_versions where page_id = $1 and version = $2 and record is not null',
    values: [id, version],
  });
  return row && pageRecord.parse(row.record);
}

/** Lists the other published pages at a path. */
export async function pagesAt(db: Queryable, path: string, exceptId: string): Promise<PageRecord[]> {
  const rows = await db.queryMany<{ record: unknown }>({
    text: `select record from pages where path = $1 and id <> $2 and record->>'state' = 'published' order by id`,
    values: [path, exceptId],
  });
  return rows.map(({ record }) => pageRecord.parse(record));
}
