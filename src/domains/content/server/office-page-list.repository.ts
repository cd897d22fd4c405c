/** SQL of the list of pages in the office: published pages and drafts together. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { PageSort, PageState } from '../model/page-list.ts';
import type { TemplateName } from '../model/templates.ts';

export interface OfficePageFilter {
  readonly markets: readonly Market[];
  /** Null for all but archived ones. */
  readonly states: readonly PageState[] | null;
  readonly templates: readonly TemplateName[] | null;
  readonly shops: readonly string[] | null;
  readonly hasDraft: boolean | null;
  readonly words: readonly string[];
}

/** The row of a page. Its texts come from the draft if there is one. */
export interface OfficePageRow {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly template: string;
  readonly markets: unknown;
  readonly shops: unknown;
  readonly state: string;
  readonly version: number;
  readonly revision: number;
  readonly hasDraft: boolean;
  readonly publishAt: string | null;
  readonly endAt: string | null;
  readonly scheduledFor: Date | null;
  readonly scheduleProblem: string | null;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

export interface PagePosition {
  readonly key: string;
  readonly id: string;
}

/** Pages and drafts with what they are filtered and sorted by. Parameters $1 to $8 are the filters. */
const FOUND = `with every_page as (
    select coalesce(p.id, d.page_id) as id, coalesce(d.record, p.record) as record, coalesce(p.record, d.record) as shown, coalesce(p.version, 0) as version,
      coalesce(d.revision, 0) as revision, d.page_id is not null as has_draft, d.scheduled_for, d.schedule_problem,
      greatest(p.updated_at, d.updated_at) as changed_at,
      case when d.page_id is null or p.updated_at > d.updated_at then v.author else d.author end as changed_by,
      case when p.archived_at is not null then 'archived' when p.id is null or p.record->>'state' = 'draft' then 'draft'
        when (p.record->>'endAt')::timestamptz <= now() then 'ended' when (p.record->>'publishAt')::timestamptz > now() then 'scheduled' else 'live' end as state
    from pages p full join page_drafts d on d.page_id = p.id left join page_versions v on v.page_id = p.id and v.version = p.version
  ), found as (
    select e.*, lower(coalesce(e.record->>'title', '')) as sort_title, coalesce(e.record->>'path', '') as path from every_page e
    where coalesce(e.shown->'markets', to_jsonb($1::text[])) ?| $1::text[]
      and (($2::text[] is null and e.state <> 'archived') or e.state = any($2) or (e.scheduled_for is not null and 'scheduled' = any($2)))
      and ($3::text[] is null or e.record->>'template' = any($3))
      and ($4::text[] is null or coalesce(e.record->'shops', '["wine", "spirits"]') ?| $4::text[])
      and ($5::boolean is null or e.has_draft = $5)
      and (select coalesce(bool_and(strpos(lower(concat_ws(' ', e.id, e.record->>'title', e.record->>'path', e.record->>'kicker', e.record->>'author')), word) > 0), true)
        from unnest($6::text[]) word)
  )`;

const toValues = ({ markets, states, templates, shops, hasDraft, words }: OfficePageFilter): unknown[] => [
  markets,
  states,
  templates,
  shops,
  hasDraft,
  words,
];

const pageBy = (key: string, after: string, order: string): string => `${FOUND}
  select id, ${key} as key, coalesce(record->>'title', '') as title, path, coalesce(record->>'template', 'content') as template, record->'markets' as markets,
    record->'shops' as shops, state, version, revision, has_draft as "hasDraft", record->>'publishAt' as "publishAt", record->>'endAt' as "endAt", scheduled_for as "scheduledFor", schedule_problem as "scheduleProblem", changed_at as "changedAt",
    changed_by as "changedBy"
  from found where $7::text is null or ${after} order by ${order} limit $9`;

const PAGES = {
  changed: pageBy('changed_at::text', '(changed_at, id) > ($7::timestamptz, $8::text)', 'changed_at, id'),
  '-changed': pageBy('changed_at::text', '(changed_at, id) < ($7::timestamptz, $8::text)', 'changed_at desc, id desc'),
  title: pageBy('sort_title', '(sort_title, id) > ($7::text, $8::text)', 'sort_title, id'),
  '-title': pageBy('sort_title', '(sort_title, id) < ($7::text, $8::text)', 'sort_title desc, id desc'),
  path: pageBy('path', '(path, id) > ($7::text, $8::text)', 'path, id'),
  '-path': pageBy('path', '(path, id) < ($7::text, $8::text)', 'path desc, id desc'),
} as const satisfies Record<PageSort, string>;

/** Lists matching pages after a position. */
export const listOfficePages = (
  db: Queryable,
  filter: OfficePageFilter,
  sort: PageSort,
  after: PagePosition | null,
  limit: number,
): Promise<OfficePageRow[]> =>
  db.queryMany<OfficePageRow>({ text: PAGES[sort], values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit] });

/** Counts matching pages up to a limit. */
export async function countOfficePages(db: Queryable, filter: OfficePageFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `${FOUND} select count(*)::integer as count from (select 1 from found limit $7) counted`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}
