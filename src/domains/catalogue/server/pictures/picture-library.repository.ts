/** SQL of the picture library. Triggers keep `picture_uses` (migration of the office's pictures). */

import type { PictureSort, PictureUse } from '#domains/catalogue/model/picture-list.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';

export interface PictureFilter {
  /** Pattern of `like`; null for all. */
  readonly pattern: string | null;
  /** Only these pictures. */
  readonly ids: readonly string[] | null;
  readonly use: PictureUse | null;
  readonly isDescribed: boolean | null;
  /** Days in UTC, both included. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface LibraryRow {
  readonly id: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly alt: string;
  readonly bytes: number | null;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly version: number;
  readonly placeholder: string;
}

const COLUMNS = `p.id, p.width, p.height, p.name, p.alt, p.original_bytes as bytes, p.imported_at as "addedAt", p.uploaded_by as "addedBy", p.version, p.placeholder`;

const USE_SQL: Readonly<Record<PictureUse, string>> = {
  wine: "and exists (select 1 from picture_uses u where u.picture_id = p.id and u.kind = 'wine')",
  page: "and exists (select 1 from picture_uses u where u.picture_id = p.id and u.kind <> 'wine')",
  none: 'and not exists (select 1 from picture_uses u where u.picture_id = p.id)',
};

/** Texts in which pictures are searched, with a space before each word. They have indexes. */
const NAME_TEXT = "(' ' || lower(name || ' ' || alt))";
const USE_TEXT = "(' ' || terms)";

/** Looked up for each picture, because the index of the sort order meets matches soon. `offset 0` keeps the planner from reading all. */
const USE_LIKE = `select 1 from picture_uses u where u.picture_id = p.id and ${USE_TEXT} like $1`;

/** The parameters $1 to $5. Those that are null are dropped when the statement is planned. */
const matches = ({ use }: PictureFilter): string => `p.removed_at is null
  and ($1::text is null or ${NAME_TEXT} like $1 or exists (${USE_LIKE} offset 0))
  ${use === null ? '' : USE_SQL[use]}
  and ($2::boolean is null or (p.alt <> '') = $2) and ($3::date is null or p.imported_at >= $3) and ($4::date is null or p.imported_at < $4::date + 1)
  and ($5::text[] is null or p.id = any($5))`;

const toValues = ({ pattern, isDescribed, from, to, ids }: PictureFilter): unknown[] => [pattern, isDescribed, from, to, ids];

/**
 * Finds pictures by a pattern in their names, descriptions and uses. Each text is read by its index, up to one more than the limit.
 * @returns their ids, removed pictures too; null if there are more than the limit
 */
export async function findPictures(db: Queryable, pattern: string, limit: number): Promise<readonly string[] | null> {
  const row = await db.queryOne<{ ids: string[] | null }>({
    text: `select case when count(*) <= $2::integer then coalesce(array_agg(distinct found.id), '{}') end as ids from (
        (select id from pictures where ${NAME_TEXT} like $1 limit $2::integer + 1)
        union all (select picture_id from picture_uses where ${USE_TEXT} like $1 limit $2::integer + 1)) found`,
    values: [pattern, limit],
  });
  return row?.ids ?? null;
}

const ORDERS: Readonly<Record<PictureSort, { readonly key: string; readonly after: string; readonly order: string }>> = {
  added: { key: 'p.imported_at::text', after: '(p.imported_at, p.id) > ($6::timestamptz, $7)', order: 'p.imported_at, p.id' },
  '-added': { key: 'p.imported_at::text', after: '(p.imported_at, p.id) < ($6::timestamptz, $7)', order: 'p.imported_at desc, p.id desc' },
  name: { key: 'lower(p.name)', after: '(lower(p.name), p.id) > ($6, $7)', order: 'lower(p.name), p.id' },
  '-name': { key: 'lower(p.name)', after: '(lower(p.name), p.id) < ($6, $7)', order: 'lower(p.name) desc, p.id desc' },
};

/** Lists matching pictures after a position. Without ids, the index of the sort order is followed, which meets many matches soon. */
export function listLibrary(
  db: Queryable,
  filter: PictureFilter,
  sort: PictureSort,
  position: { readonly key: string; readonly id: string } | null,
  limit: number,
): Promise<LibraryRow[]> {
  const { key, after, order } = ORDERS[sort];
  const start = position === null ? 'and $6::text is null and $7::text is null' : `and ${after}`;
  return db.queryMany<LibraryRow>({
    text: `select ${COLUMNS}, ${key} as key from pictures p where ${matches(filter)} ${start} order by ${order} limit $8`,
    values: [...toValues(filter), position?.key ?? null, position?.id ?? null, limit],
  });
}

/** Counts matching pictures up to a limit. */
export async function countLibrary(db: Queryable, filter: PictureFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from pictures p where ${matches(filter)} limit $6) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Reads pictures that are not removed. */
export const readLibrary = (db: Queryable, ids: readonly string[]): Promise<Omit<LibraryRow, 'key'>[]> =>
  db.queryMany<Omit<LibraryRow, 'key'>>({
    name: 'picture-library.readLibrary',
    text: `select ${COLUMNS} from pictures p where p.id = any($1) and p.removed_at is null`,
    values: [ids],
  });

/** Returns the pictures that were added right after and right before one. */
export async function neighboursOf(db: Queryable, id: string): Promise<{ readonly previous: string | null; readonly next: string | null }> {
  const row = await db.queryOne<{ previous: string | null; next: string | null }>({
    name: 'picture-library.neighboursOf',
    text: `select
        (select n.id from pictures n where n.removed_at is null and (n.imported_at, n.id) > (p.imported_at, p.id) order by n.imported_at, n.id limit 1) as previous,
        (select n.id from pictures n where n.removed_at is null and (n.imported_at, n.id) < (p.imported_at, p.id) order by n.imported_at desc, n.id desc limit 1) as next
      from pictures p where p.id = $1`,
    values: [id],
  });
  return row ?? { previous: null, next: null };
}

export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly name: string;
  readonly alt: string;
  readonly version: number;
  readonly isRemoved: boolean;
}

/** Locks pictures. Nobody removes them until the end of the transaction. */
export const lockPictures = (transaction: Transaction, ids: readonly string[]): Promise<StoredPicture[]> =>
  transaction.queryMany<StoredPicture>({
    name: 'picture-library.lockPictures',
    text: `select id, width, height, placeholder, name, alt, version, removed_at is not null as "isRemoved" from pictures
      where id = any($1) order by id for update`,
    values: [ids],
  });

export interface UseRow {
  readonly pictureId: string;
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly position: number;
  readonly alt: string;
}

export interface Reader {
  /** Audiences with a market of the person. */
  readonly audiences: readonly string[];
  readonly markets: readonly string[];
}

const IS_VISIBLE = '(u.audience = any($2) or u.audience is null and (u.markets is null or u.markets && $3::text[]))';

/** Lists where pictures are used, at most `limit` of each. */
export const usesOf = (db: Queryable, ids: readonly string[], { audiences, markets }: Reader, limit: number): Promise<UseRow[]> =>
  db.queryMany<UseRow>({
    name: 'picture-library.usesOf',
    text: `select u.picture_id as "pictureId", u.kind, u.subject_id as id, u.title, u.position, u.alt from unnest($1::text[]) wanted (id),
      lateral (select * from picture_uses u where u.picture_id = wanted.id and ${IS_VISIBLE} order by u.kind desc, u.subject_id limit $4) u`,
    values: [ids, audiences, markets, limit],
  });

export interface UseCount {
  readonly id: string;
  readonly wines: number;
  readonly pages: number;
  /** Uses in other markets. */
  readonly others: number;
}

/** Counts where pictures are used. A page and its draft are one. */
export const countUses = (db: Queryable, ids: readonly string[], { audiences, markets }: Reader): Promise<UseCount[]> =>
  db.queryMany<UseCount>({
    name: 'picture-library.countUses',
    text: `select u.picture_id as id, count(*) filter (where u.kind = 'wine' and ${IS_VISIBLE})::integer as wines,
        count(distinct u.subject_id) filter (where u.kind <> 'wine' and ${IS_VISIBLE})::integer as pages,
        count(*) filter (where not ${IS_VISIBLE})::integer as others
      from picture_uses u where u.picture_id = any($1) group by u.picture_id`,
    values: [ids, audiences, markets],
  });

/** Lists the wines and pages that use a picture, in every market. */
export const allUses = (db: Queryable, id: string): Promise<{ readonly kind: string; readonly id: string; readonly title: string }[]> =>
  db.queryMany({
    name: 'picture-library.allUses',
    text: 'select kind, subject_id as id, title from picture_uses where picture_id = $1 order by kind, subject_id',
    values: [id],
  });

/** Changes name and description of a picture. */
export const updatePicture = (
  transaction: Transaction,
  { id, name, alt }: { readonly id: string; readonly name: string; readonly alt: string },
): Promise<number> =>
  transaction.execute({
    name: 'picture-library.updatePicture',
    text: 'update pictures set name = $2, alt = $3, version = version + 1 where id = $1',
    values: [id, name, alt],
  });

/** Notes who uploaded a new picture. */
export const noteUpload = (
  transaction: Transaction,
  { id, name, bytes, by }: { readonly id: string; readonly name: string; readonly bytes: number; readonly by: string },
): Promise<number> =>
  transaction.execute({
    name: 'picture-library.noteUpload',
    text: 'update pictures set name = $2, original_bytes = $3, uploaded_by = $4 where id = $1',
    values: [id, name, bytes, by],
  });

/** Removes a picture from the library, or brings it back. */
export const setRemoved = (transaction: Transaction, id: string, isRemoved: boolean): Promise<number> =>
  transaction.execute({
    name: 'picture-library.setRemoved',
    text: 'update pictures set removed_at = case when $2 then now() end, version = version + 1 where id = $1',
    values: [id, isRemoved],
  });

export interface PicturedWine {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly pictures: number;
}

const NAME_SQL = "concat_ws(' ', nullif(o.summary ->> 'brand', ''), o.summary ->> 'name', nullif(o.summary ->> 'vintage', ''))";

/** Reads names of wines with the number of their pictures. Wines of other audiences are left out. */
export const readPicturedWines = (db: Queryable, ids: readonly string[], audiences: readonly string[]): Promise<PicturedWine[]> =>
  db.queryMany<PicturedWine>({
    name: 'picture-library.readPicturedWines',
    text: `select o.offer_id as id, ${NAME_SQL} as title, o.sku,
        (select count(*)::integer from picture_uses u where u.kind = 'wine' and u.subject_id = o.offer_id) as pictures
      from offers o where o.offer_id = any($1) and o.audience = any($2)`,
    values: [ids, audiences],
  });
