/** Applies changes of single fields to stored offers and returns the complete records to write. */

import type { ChangeRecord } from '#domains/catalogue/model/change-record.ts';
import { type OfferRecord, offerRecord, type StockRecord } from '#domains/catalogue/model/record.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { readOffersToChange } from '../offer-writer.repository.ts';

export interface ResolvedChanges {
  readonly offers: readonly OfferRecord[];
  readonly stock: readonly StockRecord[];
  /** Changes that cannot be applied, each with the reason. */
  readonly rejected: readonly { readonly change: ChangeRecord; readonly reason: string }[];
}

/** Applies changes in their order. A change by `sku` applies to every offer with that number. */
export async function resolveChanges(db: Queryable, changes: readonly ChangeRecord[]): Promise<ResolvedChanges> {
  const found = await readOffersToChange(
    db,
    changes.flatMap(({ offerId }) => offerId ?? []),
    changes.flatMap(({ sku, offerId }) => (offerId === undefined ? (sku ?? []) : [])),
  );
  const records = new Map(found.map((record) => [record.offerId, record]));
  const offers = new Map<string, OfferRecord>();
  const stock: StockRecord[] = [];
  const rejected: { change: ChangeRecord; reason: string }[] = [];
  for (const change of changes) {
    const { offerId, sku } = change;
    const matches = [...records.values()].filter((record) => (offerId === undefined ? record.sku === sku : record.offerId === offerId));
    if (matches.length === 0) rejected.push({ change, reason: `There is no offer ${offerId ?? sku}.` });
    for (const before of matches) {
      const read = offerRecord.safeParse(applyChange(before, change));
      if (!read.success) {
        const issue = read.error.issues[0];
        rejected.push({ change, reason: `The offer would not be valid: ${issue?.path.join('.')} ${issue?.message}.` });
        continue;
      }
      records.set(before.offerId, read.data);
      offers.set(before.offerId, read.data);
      for (const market of MARKETS) {
        const level = change.stock?.[market];
        if (level !== undefined) stock.push({ record: 'stock', productId: before.productId, market, level });
      }
    }
  }
  return { offers: [...offers.values()], stock, rejected };
}

function applyChange(before: OfferRecord, { record: _, offerId: __, sku: ___, stock: ____, prices, ...fields }: ChangeRecord): object {
  const changedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changedPrices = Object.fromEntries(
    MARKETS.flatMap((market) => {
      const { rrpSource, rrpDate, ...price } = before.prices[market] ?? {};
      // A new RRP needs its own evidence.
      const isOtherRrp = prices?.[market]?.packRRP !== undefined && prices[market].packRRP !== before.prices[market]?.packRRP;
      const evidence = { ...(rrpSource !== undefined && { rrpSource }), ...(rrpDate !== undefined && { rrpDate }) };
      const changed = {
        ...price,
        ...(isOtherRrp ? {} : evidence),
        ...Object.fromEntries(Object.entries(prices?.[market] ?? {}).filter(([, value]) => value !== undefined)),
      };
      return Object.keys(changed).length === 0 ? [] : [[market, changed]];
    }),
  );
  return { ...before, ...changedFields, prices: changedPrices };
}
