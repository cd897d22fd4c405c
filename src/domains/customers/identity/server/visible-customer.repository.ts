/** SQL of the customers that staff of some markets may see (migrations/0016_office_customers.sql). */
import type { Queryable } from '#lib/db/pool.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';

/** SQL of the market of a summary. Accounts without a market belong to the default one. */
export const summaryMarketSql = (row: string): string => `coalesce(${row}.market, '${DEFAULT_MARKET}')`;
/** SQL condition: a summary belongs to one of the markets in a parameter. */
export const visibleSql = (row: string, markets: string): string => `coalesce(${row}.market, '${DEFAULT_MARKET}') = any(${markets})`;

/**
 * Brings the summaries up to date with accounts and orders that changed. Every office call that reads them does this first. Many changes,
 * such as those of an import, are a batch each statement, so that nobody waits for all of them.
 */
export async function refreshSummaries(db: Queryable): Promise<void> {
  for (;;) {
    const refreshed = await db.queryOne<{ isDone: boolean }>({
      name: 'visible-customer.refreshSummaries',
      text: 'select refresh_customer_summaries() as "isDone"',
    });
    if (refreshed?.isDone !== false) return;
  }
}

/** Returns the markets that know an account. Empty if there is no such account. */
export async function marketsOfCustomer(db: Queryable, customerId: number): Promise<Market[]> {
  const rows = await db.queryMany<{ market: Market }>({
    name: 'visible-customer.marketsOfCustomer',
    text: `select ${summaryMarketSql('s')} as market from customer_summaries s where customer_id = $1 order by 1`,
    values: [customerId],
  });
  return rows.map(({ market }) => market);
}

/** Returns true if an account belongs to a market that the person may see. */
export const isCustomerVisible = async (
  db: Queryable,
  { customerId, market }: { readonly customerId: number; readonly market: Market },
  markets: readonly Market[],
): Promise<boolean> => markets.includes(market) && (await marketsOfCustomer(db, customerId)).includes(market);
