/** Changes to offers into the whole records they lead to. */

import type { Queryable } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import type { ChangeRecord } from '../model/change-record.ts';
import { type OfferRecord, offerRecord, type StockRecord } from '../model/record.ts';

export interface ResolvedChanges {
  readonly offers: readonly OfferRecord[];
  readonly stock: readonly StockRecord[];
  /** Changes that lead nowhere, each with a sentence. */
  readonly refused: readonly { readonly change: ChangeRecord; readonly reason: string }[];
}

/** In: changes in their order; of two to the same offer both count. Every offer of a number (sku) is changed. */
export async function resolveChanges(db: Queryable, changes: readonly ChangeRecord[]): Promise<ResolvedChanges> {
  const rows = await db.queryMany<{ record: unknown }>({
    name: 'offers.toChange',
    text: 'select record from offers where offer_id = any($1) or sku = any($2)',
    values: [
      changes.flatMap(({ offerId }) => offerId ?? []),
      changes.flatMap(({ sku, offerId }) => (offerId === undefined ? (sku ?? []) : [])),
    ],
  });
  const records = new Map(rows.map(({ record }) => offerRecord.parse(record)).map((record) => [record.offerId, record]));
  const offers = new Map<string, OfferRecord>();
  const stock: StockRecord[] = [];
  const refused: { change: ChangeRecord; reason: string }[] = [];
  for (const change of changes) {
    const { offerId, sku } = change;
    const found = [...records.values()].filter((record) => (offerId === undefined ? record.sku === sku : record.offerId === offerId));
    if (found.length === 0) refused.push({ change, reason: `There is no offer ${offerId ?? sku}.` });
    for (const was of found) {
      const read = offerRecord.safeParse(changed(was, change));
      if (!read.success) {
        const issue = read.error.issues[0];
        refused.push({ change, reason: `The offer would not be valid: ${issue?.path.join('.')} ${issue?.message}.` });
        continue;
      }
      records.set(was.offerId, read.data);
      offers.set(was.offerId, read.data);
      for (const market of MARKETS) {
        const level = change.stock?.[market];
        if (level !== undefined) stock.push({ record: 'stock', productId: was.productId, market, level });
      }
    }
  }
  return { offers: [...offers.values()], stock, refused };
}

function changed(was: OfferRecord, { record: _, offerId: __, sku: ___, stock: ____, prices, ...fields }: ChangeRecord): object {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const priced = Object.fromEntries(
    MARKETS.flatMap((market) => {
      const { rrpSource, rrpDate, ...kept } = was.prices[market] ?? {};
      // Another RRP wants evidence of its own.
      const isOtherRrp = prices?.[market]?.packRRP !== undefined && prices[market].packRRP !== was.prices[market]?.packRRP;
      const evidence = { ...(rrpSource !== undefined && { rrpSource }), ...(rrpDate !== undefined && { rrpDate }) };
      const price = {
        ...kept,
        ...(isOtherRrp ? {} : evidence),
        ...Object.fromEntries(Object.entries(prices?.[market] ?? {}).filter(([, value]) => value !== undefined)),
      };
      return Object.keys(price).length === 0 ? [] : [[market, price]];
    }),
  );
  return { ...was, ...given, prices: priced };
}
