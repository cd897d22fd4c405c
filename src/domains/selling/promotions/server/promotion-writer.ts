/** Writes promotions from their interchange records; the same record twice changes nothing. */
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/db/pool.ts';
import { couponKey } from '../model/promotion.ts';
import type { PromotionRecord } from '../model/promotion-record.ts';

/** Write promotions; of two with the same id in one batch the later wins. Gives how many were new and how many changed. */
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
    digest: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
  }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'promotions.write',
    text: `insert into promotions (id, code, automatic, record, digest)
      select id, code, automatic, record, digest from jsonb_populate_recordset(null::promotions, $1::jsonb) order by id
      on conflict (id) do update set code = excluded.code, automatic = excluded.automatic, record = excluded.record, digest = excluded.digest, updated_at = now()
      where promotions.digest <> excluded.digest
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: promotions.length - touched.length };
}
