/** SQL of promotions. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { couponKey, type Promotion } from '../model/promotion.ts';
import { type PromotionRecord, promotionRecord, toPromotion } from '../model/promotion-record.ts';

/** Active promotions by revision. Revisions are random, so the promotions of several databases do not collide. */
const activePromotions = new LRUCache<string, readonly Promotion[]>({ max: 8 });

/**
 * Returns the promotions that every cart considers: automatic ones and those with banners. Reads them once per revision, which
 * a trigger changes with them.
 */
export async function loadActivePromotions(db: Queryable, revision: string): Promise<readonly Promotion[]> {
  const cached = activePromotions.get(revision);
  if (cached) return cached;
  const row = await db.queryOne<{ revision: string; records: PromotionRecord[] }>({
    name: 'promotion.loadActivePromotions',
    text: `select revision, (select coalesce(json_agg(p.record order by p.id), '[]') from promotions p where is_cart_wide_promotion(p)) as records from promotion_revision`,
  });
  const promotions = (row?.records ?? []).map(toPromotion);
  if (row) activePromotions.set(row.revision, promotions);
  return promotions;
}

/** Returns the promotion of a coupon code, or null. @param key the code in the form of `couponKey` */
export async function findByCode(db: Queryable, key: string): Promise<Promotion | null> {
  const row = await db.queryOne<{ record: PromotionRecord }>({
    name: 'promotion.findByCode',
    text: 'select record from promotions where code = $1',
    values: [key],
  });
  return row ? toPromotion(row.record) : null;
}

/** Returns the promotion of an id, or null. */
export async function findById(db: Queryable, id: number): Promise<Promotion | null> {
  const row = await db.queryOne<{ record: PromotionRecord }>({
    name: 'promotion.findById',
    text: 'select record from promotions where id = $1',
    values: [id],
  });
  return row ? toPromotion(row.record) : null;
}

/** Writes promotions from their records. Of two with the same id the later wins; an unchanged record changes nothing. */
export async function writePromotions(
  transaction: Transaction,
  records: readonly PromotionRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const promotions = [...new Map(records.map((record) => [record.id, record])).values()];
  if (promotions.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const rows = promotions.map((record) => ({
    id: record.id,
    code: record.code === null ? null : couponKey(record.code),
    automatic: record.code === null,
    record,
    content_hash: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
  }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'promotion.writePromotions',
    text: `insert into promotions (id, code, automatic, record, content_hash)
      select id, code, automatic, record, content_hash from jsonb_populate_recordset(null::promotions, $1::jsonb) order by id
      on conflict (id) do update set code = excluded.code, automatic = excluded.automatic, record = excluded.record, content_hash = excluded.content_hash, updated_at = now()
      where promotions.content_hash <> excluded.content_hash
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: promotions.length - touched.length };
}

/** Generates an id for a promotion of the shop itself. Skips ids of imported promotions. */
export async function generatePromotionId(transaction: Transaction): Promise<number> {
  for (;;) {
    const next = await transaction.queryOne<{ id: number; taken: boolean }>({
      name: 'promotion.generatePromotionId',
      text: `select n.id, exists (select 1 from promotions p where p.id = n.id) as taken from (select nextval('generated_promotion_ids')::int as id) n`,
    });
    if (next && !next.taken) return next.id;
  }
}

/** Lists promotions after a key, for the export. */
export const PROMOTION_EXPORT =
  "select key, record from (select lpad(id::text, 10, '0') as key, record from promotions) rows where key > $1 order by key limit $2";
/** Lists promotions after a key that changed since $3, for the export. */
export const PROMOTION_EXPORT_SINCE =
  "select key, record from (select lpad(id::text, 10, '0') as key, record from promotions where updated_at >= $3) rows where key > $1 order by key limit $2";

/** Undoes an import of promotions. Keys are ids of ten digits, so that they sort as text. */
export const PROMOTION_UNDO = {
  keyOf: (record: unknown): string => String(promotionRecord.parse(record).id).padStart(10, '0'),
  byKeys: 'select asked.key, record from unnest($1::text[]) asked (key) join promotions on id = asked.key::int',
  remove: ['delete from promotions using unnest($1::text[]) asked (key) where id = asked.key::int'],
} as const;
