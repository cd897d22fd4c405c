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
 * Notes for an import, in the statement that writes: what each row `w` was before, which the statement's own snapshot still shows as `o`,
 * and the MD5 of what it is now (migrations/0016_imports.sql). $2 is the import's number, null where there is nothing to note.
 */
const noted = (kind: string, key: string, from: string, before: string, after: string): string => `noted as (
  insert into import_changes (import_id, kind, key, before, after)
  select $2, '${kind}', ${key}, ${before}, md5((${after})::text) from ${from} where $2::int is not null
  on conflict (import_id, kind, key) do update set after = excluded.after)`;

export interface WritingOffers {
  /** The mapping they came by; none for the shop's own format. */
  readonly source?: string;
  /** The import that notes what they were. */
  readonly importId?: number | null;
}

/** Write offers; of two with the same id in one batch the later wins. */
export async function writeOffers(
  transaction: Transaction,
  records: readonly OfferRecord[],
  pictureVersion: PictureVersion,
  { source = '', importId = null }: WritingOffers = {},
): Promise<Written> {
  const offers = await withPictures(transaction, [...new Map(records.map((record) => [record.offerId, record])).values()]);
  if (offers.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const touched = await transaction.rows<{ offer_id: string; added: boolean }>({
    name: 'offers.write',
    text: `with w as (insert into offers (${NAMES.join(', ')})
      select ${NAMES.join(', ')} from jsonb_populate_recordset(null::offers, $1::jsonb) given
      where not exists (select 1 from offers o where o.offer_id = given.offer_id and o.digest = given.digest)
      order by given.offer_id
      on conflict (offer_id) do update set ${NAMES.slice(1)
        .map((name) => (name === 'source' ? "source = coalesce(nullif(excluded.source, ''), offers.source)" : `${name} = excluded.${name}`))
        .join(', ')}, updated_at = now()
      returning offer_id, record, xmax = 0 as added),
      ${noted('offer', 'w.offer_id', 'w left join offers o on o.offer_id = w.offer_id and not w.added', 'o.record', 'w.record')}
      select offer_id, added from w`,
    values: [JSON.stringify(offers.map((record) => columnsOf(record, pictureVersion, source))), importId],
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
  const changed = touched.filter((row) => !row.added).map((row) => row.offer_id);
  if (changed.length > 0)
    await transaction.run({ name: 'offer_prices.clear', text: 'delete from offer_prices where offer_id = any($1)', values: [changed] });
  if (prices.length > 0)
    await transaction.run({
      name: 'offer_prices.write',
      text: 'insert into offer_prices select * from jsonb_populate_recordset(null::offer_prices, $1::jsonb)',
      values: [JSON.stringify(prices)],
    });
  const added = touched.length - changed.length;
  return { added, changed: changed.length, unchanged: offers.length - touched.length };
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

const STOCK_JSON = (row: string): string =>
  `jsonb_build_object('record', 'stock', 'productId', ${row}.product_id, 'market', ${row}.market, 'level', ${row}.level)`;

export interface WritingStock {
  /** Leave products alone that have a level already: a price list's constant must not undo sales. */
  readonly openingOnly?: boolean;
  /** The import that notes what they were. */
  readonly importId?: number | null;
}

/**
 * Set stock levels; a level below what payments in progress hold is lifted to that, so that nobody loses a paid case.
 */
export async function writeStock(
  transaction: Transaction,
  records: readonly StockRecord[],
  { openingOnly = false, importId = null }: WritingStock = {},
): Promise<Written> {
  const levels = [...new Map(records.map((record) => [`${record.productId} ${record.market}`, record])).values()];
  if (levels.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const onConflict = openingOnly
    ? 'do nothing'
    : `(product_id, market) do update set level = greatest(excluded.level, stock.reserved) where stock.level <> greatest(excluded.level, stock.reserved)`;
  const touched = await transaction.rows<{ added: boolean }>({
    name: openingOnly ? 'stock.open' : 'stock.write',
    text: `with w as (insert into stock (product_id, market, level)
      select product_id, market, level from jsonb_to_recordset($1::jsonb) as given(product_id int, market text, level int)
      order by product_id, market
      on conflict ${onConflict}
      returning product_id, market, level, xmax = 0 as added),
      ${noted(
        'stock',
        "lpad(w.product_id::text, 10, '0') || w.market",
        'w left join stock o on o.product_id = w.product_id and o.market = w.market and not w.added',
        `case when o.product_id is null then null else ${STOCK_JSON('o')} end`,
        STOCK_JSON('w'),
      )}
      select added from w`,
    values: [
      JSON.stringify(levels.map((record) => ({ product_id: record.productId, market: record.market, level: record.level }))),
      importId,
    ],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: levels.length - touched.length };
}
