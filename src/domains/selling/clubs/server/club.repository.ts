/** The SQL of clubs. */
import { createHash } from 'node:crypto';
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { type ClubRecord, clubRecord } from '../model/record.ts';

export interface StoredClub {
  readonly club: ClubRecord;
  readonly changedAt: Date;
}

const COLUMNS = 'record as club, updated_at as "changedAt"';

/** Lists the clubs of a site in their order. */
export const clubsOf = (db: Queryable, market: Market, siteKind: 'wine' | 'spirits'): Promise<StoredClub[]> =>
  db.queryMany<StoredClub>({
    name: 'club.clubsOf',
    text: `select ${COLUMNS} from clubs where market = $1 and record->'shops' ? $2 and record->>'state' in ('open', 'full')
      order by (record->>'position')::int, id`,
    values: [market, siteKind],
  });

/** Finds a club of a site by its slug, including closed ones. A slug that another club took over leads to that club. Drafts are hidden. */
export const clubBySlug = (db: Queryable, market: Market, siteKind: 'wine' | 'spirits', slug: string): Promise<StoredClub | null> =>
  db.queryOne<StoredClub>({
    name: 'club.clubBySlug',
    text: `select ${COLUMNS} from clubs where market = $1 and slug = $3 and record->'shops' ? $2
      and record->>'state' in ('open', 'full', 'closed') order by record->>'state' = 'closed', (record->>'position')::int, id limit 1`,
    values: [market, siteKind, slug],
  });

/** Finds a club by its id in any state. @returns null if the market has no such club */
export const clubById = (db: Queryable, market: Market, id: string): Promise<StoredClub | null> =>
  db.queryOne<StoredClub>({
    name: 'club.clubById',
    text: `select ${COLUMNS} from clubs where id = $1 and market = $2`,
    values: [id, market],
  });

/** Writes clubs. Of two clubs with the same id the later one is stored. @returns how many are new and how many changed */
export async function writeClubs(
  transaction: Transaction,
  records: readonly ClubRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const clubs = [...new Map(records.map((record) => [record.id, record])).values()];
  const rows = clubs.map((record) => ({
    id: record.id,
    market: record.market,
    slug: record.slug,
    record,
    content_hash: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
  }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'club.writeClubs',
    text: `insert into clubs (id, market, slug, record, content_hash)
      select id, market, slug, record, content_hash from jsonb_populate_recordset(null::clubs, $1::jsonb) order by id
      on conflict (id) do update set market = excluded.market, slug = excluded.slug, record = excluded.record, content_hash = excluded.content_hash, updated_at = now()
      where clubs.content_hash <> excluded.content_hash
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: clubs.length - touched.length };
}

export interface CaseOffer {
  readonly productId: number;
  readonly summary: LineOffer;
  readonly isOnSale: boolean;
}

/** Finds the offer that a variant sends, and whether it is on sale now. */
export const findCase = (db: Queryable, offerId: string): Promise<CaseOffer | null> =>
  db.queryOne<CaseOffer>({
    name: 'club.findCase',
    text: `select product_id as "productId", summary, inventory_status <> 'SOLD_OUT' and (starts_at is null or starts_at <= now())
      and (ends_at is null or ends_at > now()) as "isOnSale" from offers where offer_id = $1`,
    values: [offerId],
  });

export const CLUB_EXPORT = 'select id as key, record from clubs where id > $1 order by id limit $2';
export const CLUB_EXPORT_SINCE = 'select id as key, record from clubs where id > $1 and updated_at >= $3 order by id limit $2';

/** Undoes an import of clubs. A club with memberships stays. */
export const CLUB_UNDO = {
  keyOf: (record: unknown): string => clubRecord.parse(record).id,
  byKeys: 'select id as key, record from clubs where id = any($1)',
  remove: [
    'delete from clubs c where id = any($1) and not exists (select 1 from club_memberships m where m.club_id = c.id and m.market = c.market)',
  ],
} as const;
