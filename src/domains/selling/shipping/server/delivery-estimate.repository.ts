/** SQL of transit days by area. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { deliveryRules, isPostcode } from '#markets/delivery.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { areasOf, type DeliveryEstimate } from '../model/delivery-estimate.ts';
import { type DeliveryEstimateRecord, deliveryEstimateRecord } from '../model/estimate-record.ts';
import { type LocalityTables, regionOf } from '../model/localities.ts';

/** Transit days by postcode. */
export interface DeliveryEstimates {
  /** Finds the record that covers a postcode. @returns null if nothing is delivered there or no record covers it */
  find(market: Market, postcode: string): Promise<DeliveryEstimate | null>;
}

/** Creates the lookup of delivery estimates in the database. The longest matching area decides. */
export function deliveryEstimates(database: Queryable, localities: LocalityTables): DeliveryEstimates {
  return {
    async find(market, postcode) {
      if (!isPostcode(market, postcode)) return null;
      const region = regionOf(market, postcode, localities[market]);
      if (region === null) return null;
      const row = await database.queryOne<{ days: number }>({
        name: 'delivery-estimate.find',
        text: 'select days from delivery_estimates where market = $1 and area = any($2) order by length(area) desc limit 1',
        values: [market, areasOf(postcode)],
      });
      return row ? { objectID: postcode, submittedToDeliveredDays: row.days, region } : null;
    },
  };
}

/**
 * Lists the records of every postcode of markets with states for an external index. Singapore has a million postcodes, so the areas of
 * markets without states are listed by prefix.
 */
export async function everyEstimate(database: Queryable, localities: LocalityTables): Promise<DeliveryEstimate[]> {
  const rows = await database.queryMany<Omit<DeliveryEstimateRecord, 'record'>>({
    text: 'select market, area, days as "submittedToDeliveredDays" from delivery_estimates order by market, area',
  });
  return MARKETS.flatMap((market) => {
    const ofMarket = rows.filter((row) => row.market === market);
    const { region } = deliveryRules(market).address;
    if (region !== null)
      return ofMarket.map(({ area, submittedToDeliveredDays }) => ({ objectID: area, submittedToDeliveredDays, region }));
    const days = new Map(ofMarket.map(({ area, submittedToDeliveredDays }) => [area, submittedToDeliveredDays]));
    return [...localities[market].postcodes()].flatMap((postcode) => {
      const submittedToDeliveredDays = days.get(areasOf(postcode).find((each) => days.has(each)) ?? '');
      const state = regionOf(market, postcode, localities[market]);
      return submittedToDeliveredDays === undefined || state === null
        ? []
        : [{ objectID: postcode, submittedToDeliveredDays, region: state }];
    });
  });
}

/** Writes records. The later of two for one area wins. @returns how many are new and how many changed */
export async function writeDeliveryEstimates(
  transaction: Transaction,
  records: readonly DeliveryEstimateRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const unique = [...new Map(records.map((record) => [`${record.market} ${record.area}`, record])).values()];
  const rows = unique.map(({ market, area, submittedToDeliveredDays }) => ({ market, area, days: submittedToDeliveredDays }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'delivery-estimate.writeDeliveryEstimates',
    text: `insert into delivery_estimates (market, area, days)
      select market, area, days from jsonb_populate_recordset(null::delivery_estimates, $1::jsonb) order by market, area
      on conflict (market, area) do update set days = excluded.days where delivery_estimates.days <> excluded.days
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: unique.length - touched.length };
}

/** Lists records after a key, for the export. */
export const DELIVERY_ESTIMATE_EXPORT = `select key, record from (
    select market || area as key,
      json_build_object('record', 'delivery-estimate', 'market', market, 'area', area, 'submittedToDeliveredDays', days) as record
    from delivery_estimates
  ) rows where key > $1 order by key limit $2`;

/** Undoes an import of delivery estimates. */
export const DELIVERY_ESTIMATE_UNDO = {
  keyOf: (record: unknown): string => {
    const { market, area } = deliveryEstimateRecord.parse(record);
    return market + area;
  },
  byKeys: `select market || area as key, jsonb_build_object('record', 'delivery-estimate', 'market', market, 'area', area, 'submittedToDeliveredDays', days) as record
    from delivery_estimates where market || area = any($1)`,
  remove: ['delete from delivery_estimates where market || area = any($1)'],
} as const;
