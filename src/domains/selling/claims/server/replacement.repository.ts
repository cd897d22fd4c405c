/** SQL of replacements: what can be sent again, and what was. */
import { readLineFulfilments } from '#domains/selling/orders/server/fulfilment.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ReplaceableLine, ReplacedLine } from '../model/replacement.ts';

/** Reads the cases of an order's lines that were sent again. Those of a cancelled replacement were not. */
const replacedCases = (db: Queryable, orderId: string): Promise<{ position: number; cases: number }[]> =>
  db.queryMany<{ position: number; cases: number }>({
    name: 'replacement.replacedCases',
    text: `select l.position, sum(l.cases)::int as cases from claims c join claim_replacement_lines l on l.claim_id = c.id
        join orders r on r.id = l.order_id and r.status <> 'Cancelled'
      where c.order_id = $1 group by l.position`,
    values: [orderId],
  });

/** Reads the lines of a claimed order that were sent. Call it with the order locked. */
export async function replaceableLines(db: Queryable, orderId: string): Promise<ReplaceableLine[]> {
  const lines = await readLineFulfilments(db, orderId);
  const replaced = new Map((await replacedCases(db, orderId)).map(({ position, cases }) => [position, cases]));
  return lines.filter(({ isPhysical }) => isPhysical).map((line) => ({ ...line, replaced: replaced.get(line.position) ?? 0 }));
}

/** Reads how many cases of products can be sold. */
export const readAvailable = (
  db: Queryable,
  market: Market,
  productIds: readonly number[],
): Promise<{ productId: number; cases: number }[]> =>
  db.queryMany<{ productId: number; cases: number }>({
    name: 'replacement.readAvailable',
    text: `select product_id as "productId", greatest(0, level - reserved) as cases from stock_levels where market = $1 and product_id = any($2::int[])`,
    values: [market, productIds],
  });

/** Records which cases a replacement sends again. */
export const insertReplacedLines = (
  transaction: Transaction,
  claimId: string,
  orderId: string,
  lines: readonly ReplacedLine[],
): Promise<number> =>
  transaction.execute({
    name: 'replacement.insertReplacedLines',
    text: `insert into claim_replacement_lines (order_id, position, claim_id, cases, amount_cents)
      select $1, r.position, $2, r.cases, r."amountCents" from jsonb_to_recordset($3::jsonb) as r (position int, cases int, "amountCents" int)`,
    values: [orderId, claimId, JSON.stringify(lines)],
  });

/** Lists the wines that a claim's replacement sends. */
export const replacedWines = (db: Queryable, claimId: string): Promise<{ name: string; cases: number }[]> =>
  db.queryMany<{ name: string; cases: number }>({
    name: 'replacement.replacedWines',
    text: `select concat_ws(' ', nullif(x.summary->>'brand', ''), x.summary->>'name', nullif(x.summary->>'vintage', '')) as name, x.quantity as cases
      from claims c join order_lines x on x.order_id = c.replacement_id where c.id = $1 order by x.position`,
    values: [claimId],
  });

/** Returns the placed replacement of a claim. */
export const findReplacement = (db: Queryable, claimId: string): Promise<{ id: string; number: number } | null> =>
  db.queryOne<{ id: string; number: number }>({
    name: 'replacement.findReplacement',
    text: `select o.id, coalesce(o.number, 0) as number from claims c join orders o on o.id = c.replacement_id where c.id = $1`,
    values: [claimId],
  });
