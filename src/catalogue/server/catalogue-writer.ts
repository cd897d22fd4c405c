/**
 * Writes offers and stock in batches: one statement a table, one transaction a batch, unchanged rows untouched, so the
 * same file twice changes nothing and a crash leaves whole records only (DECISIONS.md "Catalogue and content").
 */
import { createHash } from 'node:crypto';
import { MARKETS } from '../../market/market.ts';
import type { Transaction } from '../../platform/server/database/pool.ts';
import { CATEGORIES } from '../category.ts';
import { lineOffer, priceIn } from '../hit.ts';
import { type OfferRecord, ownPicture, type StockRecord } from '../record.ts';
import { slug } from '../slug.ts';
import type { PictureVersion } from './offer-reader.ts';

/** How many rows were new, changed, or as they were. */
export interface Written {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

const digestOf = (record: OfferRecord): string => createHash('sha256').update(JSON.stringify(record)).digest('base64url');

const columnsOf = (record: OfferRecord, pictureVersion: PictureVersion, source: string) => ({
  offer_id: record.offerId,
  product_id: record.productId,
  sku: record.sku,
  producer_slug: slug(record.brand),
  kind: CATEGORIES[record.category].isSpirit ? 'spirits' : 'wine',
  audience: record.audience,
  tiers_eligible: record.tiersEligible,
  secret: record.secret,
  special_access: record.specialAccess,
  inventory_status: record.inventoryStatus,
  order_quantity_maximum: record.orderQuantityMaximum,
  is_gift: record.category === 'Gift card',
  slot: record.slot,
  starts_at: record.startsAt,
  ends_at: record.endsAt,
  record,
  summary: lineOffer(record, pictureVersion(record)),
  digest: digestOf(record),
  source,
});

const NAMES = [
  'offer_id',
  'product_id',
  'sku',
  'producer_slug',
  'kind',
  'audience',
  'tiers_eligible',
  'secret',
  'special_access',
  'inventory_status',
  'order_quantity_maximum',
  'is_gift',
  'slot',
  'starts_at',
  'ends_at',
  'record',
  'summary',
  'digest',
  'source',
];

/**
 * Write offers; of two with the same id in one batch the later wins.
 * @param source the mapping they came by; empty for the shop's own format
 */
export async function writeOffers(
  transaction: Transaction,
  records: readonly OfferRecord[],
  pictureVersion: PictureVersion,
  source = '',
): Promise<Written> {
  const offers = await withPictures(transaction, [...new Map(records.map((record) => [record.offerId, record])).values()]);
  if (offers.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const touched = await transaction.rows<{ offer_id: string; added: boolean }>({
    name: 'offers.write',
    text: `insert into offers (${NAMES.join(', ')})
      select ${NAMES.join(', ')} from jsonb_populate_recordset(null::offers, $1::jsonb) given
      where not exists (select 1 from offers o where o.offer_id = given.offer_id and o.digest = given.digest)
      order by given.offer_id
      on conflict (offer_id) do update set ${NAMES.slice(1)
        .map((name) => (name === 'source' ? "source = coalesce(nullif(excluded.source, ''), offers.source)" : `${name} = excluded.${name}`))
        .join(', ')}, updated_at = now()
      returning offer_id, xmax = 0 as added`,
    values: [JSON.stringify(offers.map((record) => columnsOf(record, pictureVersion, source)))],
  });
  const ids = new Set(touched.map((row) => row.offer_id));
  const prices = offers
    .filter((record) => ids.has(record.offerId))
    .flatMap((record) =>
      MARKETS.flatMap((market) => {
        const price = priceIn(record, market);
        return price ? [{ offer_id: record.offerId, market, pack_price: price.packPriceCents, pack_rrp: price.packRrpCents }] : [];
      }),
    );
  await transaction.run({ name: 'offer_prices.clear', text: 'delete from offer_prices where offer_id = any($1)', values: [[...ids]] });
  await transaction.run({
    name: 'offer_prices.write',
    text: 'insert into offer_prices select * from jsonb_populate_recordset(null::offer_prices, $1::jsonb)',
    values: [JSON.stringify(prices)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: offers.length - touched.length };
}

/** Records that say nothing of pictures keep those their offers have. */
async function withPictures(transaction: Transaction, records: readonly OfferRecord[]): Promise<readonly OfferRecord[]> {
  const silent = records.filter((record) => record.pictures === undefined).map((record) => record.offerId);
  if (silent.length === 0) return records;
  const rows = await transaction.rows<{ offer_id: string; pictures: unknown }>({
    name: 'offers.pictures',
    text: "select offer_id, record->'pictures' as pictures from offers where offer_id = any($1) and record ? 'pictures'",
    values: [silent],
  });
  const known = new Map(rows.map(({ offer_id, pictures }) => [offer_id, ownPicture.array().parse(pictures)]));
  return records.map((record) => {
    const pictures = record.pictures ?? known.get(record.offerId);
    return pictures === undefined ? record : { ...record, pictures };
  });
}

/**
 * Set stock levels; a level below what payments in progress hold is lifted to that, so that nobody loses a paid case.
 * @param openingOnly leave products alone that have a level already: a price list's constant must not undo sales
 */
export async function writeStock(transaction: Transaction, records: readonly StockRecord[], openingOnly = false): Promise<Written> {
  const levels = [...new Map(records.map((record) => [`${record.productId} ${record.market}`, record])).values()];
  if (levels.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const onConflict = openingOnly
    ? 'do nothing'
    : `(product_id, market) do update set level = greatest(excluded.level, stock.reserved) where stock.level <> greatest(excluded.level, stock.reserved)`;
  const touched = await transaction.rows<{ added: boolean }>({
    name: openingOnly ? 'stock.open' : 'stock.write',
    text: `insert into stock (product_id, market, level)
      select product_id, market, level from jsonb_to_recordset($1::jsonb) as given(product_id int, market text, level int)
      order by product_id, market
      on conflict ${onConflict}
      returning xmax = 0 as added`,
    values: [JSON.stringify(levels.map((record) => ({ product_id: record.productId, market: record.market, level: record.level })))],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: levels.length - touched.length };
}
