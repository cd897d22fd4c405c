/** The SQL of transit days by area. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { areasOf, type DeliveryEstimate, isPostcode } from '../model/delivery-estimate.ts';
import type { DeliveryEstimateRecord } from '../model/estimate-record.ts';
import { type LocalityTable, regionOf } from '../model/localities.ts';

export interface DeliveryEstimates {
  /** Finds the record that covers a postcode. @returns null if nothing is delivered there or no record covers it */
  find(market: Market, postcode: string): Promise<DeliveryEstimate | null>;
}

export function deliveryEstimates(database: Queryable, localities: LocalityTable): DeliveryEstimates {
  return {
    async find(market, postcode) {
      if (!isPostcode(market, postcode)) return null;
      const region = regionOf(market, postcode, localities);
      if (region === null) return null;
      const row = await database.queryOne<{ days: number }>({
        name: 'delivery-estimates.find',
        text: 'select days from delivery_estimates where market = $1 and area = any($2) order by length(area) desc limit 1',
        values: [market, areasOf(postcode)],
      });
      return row ? { objectID: postcode, submittedToDeliveredDays: row.days, region } : null;
    },
  };
}

/**
 * Lists the records of all Australian postcodes for an external index. Singapore has a million postcodes, so its areas are listed by
 * prefix.
 */
export async function everyEstimate(database: Queryable, localities: LocalityTable): Promise<DeliveryEstimate[]> {
  const rows = await database.queryMany<DeliveryEstimateRecord>({
    text: 'select market, area, days as "submittedToDeliveredDays" from delivery_estimates order by market, area',
  });
  const australian = new Map(
    rows.flatMap(({ market, area, submittedToDeliveredDays: days }) => (marketFacts(market).states.length > 0 ? [[area, days]] : [])),
  );
  const estimates: DeliveryEstimate[] = [];
  for (const postcode of localities.postcodes()) {
    const days = australian.get(areasOf(postcode).find((each) => australian.has(each)) ?? '');
    const region = regionOf('AU', postcode, localities);
    if (days !== undefined && region !== null) estimates.push({ objectID: postcode, submittedToDeliveredDays: days, region });
  }
  for (const { market, area, submittedToDeliveredDays } of rows) {
    const { region } = deliveryRules(market).address;
    if (region !== null) estimates.push({ objectID: area, submittedToDeliveredDays, region });
  }
  return estimates;
}

/** Writes records. The later of two for one area wins. @returns how many are new and how many changed */
export async function writeDeliveryEstimates(
  transaction: Transaction,
  records: readonly DeliveryEstimateRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const wanted = [...new Map(records.map((record) => [`${record.market} ${record.area}`, record])).values()];
  const rows = wanted.map(({ market, area, submittedToDeliveredDays }) => ({ market, area, days: submittedToDeliveredDays }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'delivery-estimates.write',
    text: `insert into delivery_estimates (market, area, days)
      select market, area, days from jsonb_populate_recordset(null::delivery_estimates, $1::jsonb) order by market, area
      on conflict (market, area) do update set days = excluded.days where delivery_estimates.days <> excluded.days
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: wanted.length - touched.length };
}

/** Lists records after a key, for the export. */
export const DELIVERY_ESTIMATE_EXPORT = `select key, record from (
    select market || area as key,
      json_build_object('record', 'delivery-estimate', 'market', market, 'area', area, 'submittedToDeliveredDays', days) as record
    from delivery_estimates
  ) rows where key > $1 order by key limit $2`;
