/**
 * What every cart has to look at: promotions that apply by themselves, and those with banners. A process reads them once a
 * revision, which changes with them (migrations/0011), so that fifty of them cost a cart no statement.
 */
import type { Queryable } from '#lib/db/pool.ts';
import type { Promotion } from '../model/promotion.ts';
import { type PromotionRecord, toPromotion } from '../model/promotion-record.ts';

/** Revisions are random: shelves of several databases can stand beside each other. */
const shelves = new Map<string, readonly Promotion[]>();
const MAX_SHELVES = 8;

/** The promotions of a revision, read where this process has not seen it yet. */
export async function loadActivePromotions(db: Queryable, revision: string): Promise<readonly Promotion[]> {
  const known = shelves.get(revision);
  if (known) return known;
  const row = await db.queryOne<{ revision: string; records: PromotionRecord[] }>({
    name: 'promotion.shelf',
    text: `select revision, (select coalesce(json_agg(p.record order by p.id), '[]') from promotions p where is_on_shelf(p)) as records from promotion_shelf`,
  });
  const promotions = (row?.records ?? []).map(toPromotion);
  const [oldest] = shelves.keys();
  if (shelves.size >= MAX_SHELVES && oldest !== undefined) shelves.delete(oldest);
  if (row) shelves.set(row.revision, promotions);
  return promotions;
}

/** The promotion a code belongs to, null where there is none. */
export async function findByCode(db: Queryable, key: string): Promise<Promotion | null> {
  const row = await db.queryOne<{ record: PromotionRecord }>({
    name: 'promotion.by_code',
    text: 'select record from promotions where code = $1',
    values: [key],
  });
  return row ? toPromotion(row.record) : null;
}

/** The promotion of an id, null where there is none. */
export async function findById(db: Queryable, id: number): Promise<Promotion | null> {
  const row = await db.queryOne<{ record: PromotionRecord }>({
    name: 'promotion.by_id',
    text: 'select record from promotions where id = $1',
    values: [id],
  });
  return row ? toPromotion(row.record) : null;
}
