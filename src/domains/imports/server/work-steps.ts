/** What the steps of the background process need. */
import type { ImportTarget } from '#domains/catalogue/server/import/record-kind.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface WorkDeps {
  readonly database: Database;
  readonly target: ImportTarget;
  /** Tax in the prices of each market, in percent. */
  readonly taxPercent: () => Readonly<Record<Market, number>>;
}
