/** Programmes in the database: the retailer's own, or the usual one of the market. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { configOf, DEFAULT_PROGRAMMES, type LoyaltyConfig, type LoyaltyRecord } from '../model/programme.ts';

/** The programme of a market. */
export async function programmeOf(db: Queryable, market: Market): Promise<LoyaltyConfig> {
  const row = await db.queryOne<{ record: LoyaltyRecord }>({
    name: 'loyalty.programme',
    text: 'select record from loyalty_programmes where market = $1',
    values: [market],
  });
  return configOf(row?.record ?? DEFAULT_PROGRAMMES[market]);
}

/** Write programmes of markets; the same one twice changes nothing. */
export async function writeProgrammes(
  transaction: Transaction,
  records: readonly LoyaltyRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const record of new Map(records.map((each) => [each.market, each])).values()) {
    const row = await transaction.queryOne<{ added: boolean }>({
      text: `insert into loyalty_programmes (market, record) values ($1, $2)
        on conflict (market) do update set record = excluded.record where loyalty_programmes.record <> excluded.record
        returning xmax = 0 as added`,
      values: [record.market, JSON.stringify(record)],
    });
    written[row ? (row.added ? 'added' : 'changed') : 'unchanged'] += 1;
  }
  written.unchanged += records.length - Math.min(records.length, MARKETS.length, written.added + written.changed + written.unchanged);
  return written;
}

/** The statement that reads them: $1 the key to go on after, $2 how many. */
export const PROGRAMME_EXPORT = 'select market as key, record from loyalty_programmes where market > $1 order by market limit $2';
