/**
 * Writes offers and stock in batches with one statement per table. Unchanged rows are not written, so that a second import of a
 * file changes nothing [CAT-28]; the caller's transaction keeps records complete [CAT-30].
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { lineOffer, priceIn } from '#domains/catalogue/model/hit.ts';
import { type OfferRecord, offerRecord, ownPicture, type StockRecord } from '#domains/catalogue/model/record.ts';
import { slug } from '#domains/catalogue/model/slug.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import type { PictureVersion } from './offer.repository.ts';

/** Numbers of new, changed and unchanged rows. */
export interface WriteCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** A record as stored JSON without a line end, and its digest. */
interface SerializedRecord {
  readonly text: string;
  readonly digest: string;
}

/** Returns the stored form of an offer. Equal digests mean equal offers. */
export const serializeRecord = (record: OfferRecord): SerializedRecord => {
  const text = JSON.stringify(record);
  return { text, digest: createHash('sha256').update(text).digest('base64url') };
};

const columnsOf = (record: OfferRecord, hash: string, source: string) => ({
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
  content_hash: hash,
  source,
});

const TYPES: Readonly<Record<keyof ReturnType<typeof columnsOf>, string>> = {
  offer_id: 'text',
  product_id: 'int',
  sku: 'text',
  producer_slug: 'text',
  kind: 'text',
  audience: 'text',
  tiers_eligible: 'text[]',
  secret: 'boolean',
  special_access: 'boolean',
  inventory_status: 'text',
  order_quantity_maximum: 'int',
  is_gift: 'boolean',
  slot: 'int',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  content_hash: 'text',
  source: 'text',
};
/** Columns of an offer. JSON columns are sent separately from the rows, one per line, so that PostgreSQL does not parse them twice. */
const NAMES = [...Object.keys(TYPES), 'record', 'summary'];

/**
 * Returns the part of a writing statement that logs for an import the previous version of each row `w`, which the snapshot of the
 * statement still shows as `o`, and its new checksum. $2 is the id of the import, null without a log.
 */
const undoLog = (kind: string, key: string, from: string, before: string, after: string): string => `logged as (
  insert into import_changes (import_id, kind, keys, before, after)
  select $2, '${kind}', array_agg(${key}), array_agg(${before}), array_agg(${after}) from ${from} where $2::int is not null having count(*) > 0)`;

interface OfferWriteOptions {
  /** Name of the mapping; empty for the interchange format. */
  readonly source?: string;
  /** The import whose undo log receives the previous records. */
  readonly importId?: number | null;
  /** True if pictures and replacement that a record does not have are removed from its offer, as by a form that shows them. */
  readonly removesMissing?: boolean;
}

const COLUMNS_OF = NAMES.slice(1).map((name) =>
  name === 'source' ? "source = coalesce(nullif(excluded.source, ''), offers.source)" : `${name} = excluded.${name}`,
);

/** Writes offers. $1 are the rows, $2 the import to log for, $3 to $6 the prices by market, $7 and $8 the JSON columns. */
const WRITE = `with w as (insert into offers (${NAMES.join(', ')})
  select ${NAMES.map((name) => (name === 'record' || name === 'summary' ? `${name}::jsonb` : name)).join(', ')}
  from rows from (
    json_to_recordset($1::json) as (${Object.entries(TYPES)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')}),
    unnest(string_to_array($7, E'\\n'), string_to_array($8, E'\\n'))
  ) as input (${NAMES.join(', ')})
  on conflict (offer_id) do update set ${COLUMNS_OF.join(', ')}, updated_at = now()
  returning offer_id, content_hash, xmax = 0 as added),
  ${undoLog('offer', 'w.offer_id', 'w left join offers o on o.offer_id = case when not w.added then w.offer_id end', 'o.record', 'w.content_hash')},
  priced as (insert into offer_prices (offer_id, market, pack_price, pack_rrp)
    select * from unnest($3::text[], $4::text[], $5::int[], $6::int[])
    on conflict (offer_id, market) do update set pack_price = excluded.pack_price, pack_rrp = excluded.pack_rrp)
  select added from w`;

/** Writes offers. Of two with the same id in a batch the later wins. */
export const writeOffers = async (...args: Parameters<typeof prepareOffers>): Promise<WriteCounts> => (await prepareOffers(...args))();

/** Reads which offers are new or changed and builds their rows. @returns the function that writes them */
export async function prepareOffers(
  transaction: Transaction,
  records: readonly OfferRecord[],
  pictureVersion: PictureVersion,
  { source = '', importId = null, removesMissing = false }: OfferWriteOptions = {},
): Promise<() => Promise<WriteCounts>> {
  const latest = [...new Map(records.map((record) => [record.offerId, record])).values()];
  const stored = await readStoredOffers(
    transaction,
    latest.map(({ offerId }) => offerId),
  );
  const changedOffers = latest.flatMap((input) => {
    const before = stored.get(input.offerId);
    const record = before && !removesMissing ? withKept(input, before) : input;
    const { text, digest } = serializeRecord(record);
    return digest === before?.contentHash ? [] : [{ record, text, digest }];
  });
  // Always in the same order, so that two writers never deadlock.
  changedOffers.sort((a, b) => (a.record.offerId < b.record.offerId ? -1 : 1));
  const rows = {
    columns: JSON.stringify(changedOffers.map(({ record, digest }) => columnsOf(record, digest, source))),
    records: changedOffers.map(({ text }) => text).join('\n'),
    summaries: changedOffers.map(({ record }) => JSON.stringify(lineOffer(record, pictureVersion(record)))).join('\n'),
    prices: pricesOf(changedOffers.map(({ record }) => record)),
  };
  return async () => {
    const { added, changed } = changedOffers.length === 0 ? EMPTY_COUNTS : await writeRows(transaction, rows, stored, importId);
    return { added, changed, unchanged: latest.length - added - changed };
  };
}

/** What a record without it keeps of its offer. */
type KeptFields = Pick<OfferRecord, 'pictures' | 'nextOfferId'>;

/** Adds the kept fields, in the order of the schema, which the digest depends on. */
function withKept({ pictures: ownPictures, nextOfferId: ownNext, ...rest }: OfferRecord, before: KeptFields): OfferRecord {
  const pictures = ownPictures ?? before.pictures;
  const nextOfferId = ownNext === undefined ? before.nextOfferId : ownNext;
  return { ...rest, ...(pictures === undefined ? {} : { pictures }), ...(nextOfferId === undefined ? {} : { nextOfferId }) };
}

const EMPTY_COUNTS = { added: 0, changed: 0 } as const;

interface Rows {
  readonly columns: string;
  readonly records: string;
  readonly summaries: string;
  readonly prices: ReturnType<typeof pricesOf>;
}

/** Lists the price of each offer in each market, null where it is not sold. */
const pricesOf = (records: readonly OfferRecord[]) =>
  records.flatMap((record) => MARKETS.map((market) => ({ offerId: record.offerId, market, price: priceIn(record, market) })));

async function writeRows(
  transaction: Transaction,
  { columns, records, summaries, prices }: Rows,
  stored: ReadonlyMap<string, unknown>,
  importId: number | null,
): Promise<Omit<WriteCounts, 'unchanged'>> {
  const priced = prices.flatMap(({ price, ...rest }) => (price === null ? [] : [{ ...rest, ...price }]));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'offer-writer.writeRows.write',
    text: WRITE,
    values: [
      columns,
      importId,
      priced.map(({ offerId }) => offerId),
      priced.map(({ market }) => market),
      priced.map(({ packPriceCents }) => packPriceCents),
      priced.map(({ packRrpCents }) => packRrpCents),
      records,
      summaries,
    ],
  });
  const unpriced = prices.filter(({ offerId, price }) => price === null && stored.has(offerId));
  if (unpriced.length > 0)
    await transaction.execute({
      name: 'offer-writer.writeRows.clear',
      text: 'delete from offer_prices using unnest($1::text[], $2::text[]) none (o, m) where offer_id = none.o and market = none.m',
      values: [unpriced.map(({ offerId }) => offerId), unpriced.map(({ market }) => market)],
    });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added };
}

/** Reads content hash and kept fields of the stored offers. */
async function readStoredOffers(
  transaction: Transaction,
  offerIds: readonly string[],
): Promise<Map<string, KeptFields & { readonly contentHash: string }>> {
  const rows = await transaction.queryMany<{
    offer_id: string;
    content_hash: string;
    pictures: unknown;
    has_next: boolean;
    next: string | null;
  }>({
    name: 'offer-writer.readStoredOffers',
    text: `select offer_id, content_hash, record->'pictures' as pictures, record ? 'nextOfferId' as has_next, record->>'nextOfferId' as next
      from offers where offer_id = any($1)`,
    values: [offerIds],
  });
  return new Map(
    rows.map(({ offer_id, content_hash: contentHash, pictures, has_next, next }) => [
      offer_id,
      {
        contentHash,
        pictures: pictures === null ? undefined : ownPicture.array().parse(pictures),
        nextOfferId: has_next ? next : undefined,
      },
    ]),
  );
}

const STOCK_JSON = "jsonb_build_object('record', 'stock', 'productId', o.product_id, 'market', o.market, 'level', o.level)";

interface StockWriteOptions {
  /** Writes only products without a level, so that the constant level of a price list does not undo sales. */
  readonly openingOnly?: boolean;
  /** The import whose undo log receives the previous records. */
  readonly importId?: number | null;
}

/** Sets stock levels and writes their movements. Raises a level to the reserved quantity, so that paid cases stay available. */
export async function writeStock(
  transaction: Transaction,
  records: readonly StockRecord[],
  { openingOnly = false, importId = null }: StockWriteOptions = {},
): Promise<WriteCounts> {
  const levels = [...new Map(records.map((record) => [`${record.productId} ${record.market}`, record])).values()];
  if (levels.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const onConflict = openingOnly
    ? 'do nothing'
    : `(product_id, market) do update set level = greatest(excluded.level, stock_levels.reserved), oversold = 0
        where stock_levels.level <> greatest(excluded.level, stock_levels.reserved) or stock_levels.oversold > 0`;
  // Locked first, because a movement is the difference to the level that another transaction may just have changed.
  const lock = openingOnly ? 'where false' : 'order by s.product_id, s.market for update of s';
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: `offer-writer.writeStock.${openingOnly ? 'opening' : 'all'}`,
    text: `with input as materialized (select * from unnest($1::int[], $3::text[], $4::int[]) as input (product_id, market, level)),
      locked as materialized (select s.product_id, s.market, s.level - s.oversold as level from stock_levels s join input i using (product_id, market) ${lock}),
      w as (insert into stock_levels (product_id, market, level)
      select i.product_id, i.market, i.level from input i left join locked k using (product_id, market)
      order by i.product_id, i.market
      on conflict ${onConflict}
      returning product_id, market, level, xmax = 0 as added),
      moved as (insert into stock_movements (product_id, market, kind, quantity, level, import_id)
        select w.product_id, w.market, 'import', w.level - coalesce(k.level, 0), w.level, $2::int
        from w left join locked k using (product_id, market) where w.level <> coalesce(k.level, 0)),
      ${undoLog(
        'stock',
        "lpad(w.product_id::text, 10, '0') || w.market",
        'w left join stock_levels o on o.product_id = case when not w.added then w.product_id end and o.market = w.market',
        `case when o.product_id is not null then ${STOCK_JSON} end`,
        'w.level::text',
      )}
      select added from w`,
    values: [levels.map(({ productId }) => productId), importId, levels.map(({ market }) => market), levels.map(({ level }) => level)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: levels.length - touched.length };
}

/** A removed offer. Only exports of changes contain such records. */
export const removedRecord = z.object({ record: z.literal('removed'), kind: z.literal('offer'), offerId: offerRecord.shape.offerId });

/** Selects nothing, because a full export contains no removed offers. */
export const REMOVED_EXPORT = 'select $1::text as key, null::json as record where $2::int < 0';

/** Offers that were removed at $3 or later and do not exist. */
export const REMOVED_EXPORT_SINCE = `select offer_id as key, json_build_object('record', 'removed', 'kind', 'offer', 'offerId', offer_id) as record
  from offer_tombstones r where offer_id > $1 and removed_at >= $3 and not exists (select 1 from offers o where o.offer_id = r.offer_id)
  order by offer_id limit $2`;

const IN_A_CART = 'exists (select 1 from cart_lines l where l.offer_id = o.offer_id)';
const DELETE = `delete from offers o where offer_id = any($1) and not ${IN_A_CART}`;
const END = `update offers o set ends_at = now(), content_hash = '', updated_at = now(), record = record || jsonb_build_object('endsAt',
  to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) where offer_id = any($1)`;

/** Removes the offers $1. Ends the sale of offers in a cart instead, so that the shopper sees why they are unavailable. */
export const REMOVE_OFFERS = [DELETE, END] as const;

/** Removes offers and logs their records for an import. An empty `after` marks an offer that was deleted or ended and has no hash. */
export async function removeOffers(
  transaction: Transaction,
  records: readonly z.output<typeof removedRecord>[],
  importId: number | null,
): Promise<WriteCounts> {
  const ids = [...new Set(records.map(({ offerId }) => offerId))];
  const row = await transaction.queryOne<{ changed: number }>({
    name: 'offer-writer.removeOffers',
    text: `with gone as (${DELETE} returning o.offer_id, o.record),
      ended as (${END} and ${IN_A_CART} and (ends_at is null or ends_at > now()) returning o.offer_id, o.record),
      logged as (insert into import_changes (import_id, kind, keys, before, after)
        select $2, 'offer', array_agg(offer_id), array_agg(record), array_agg(''::text) from (
          select * from gone union all select h.offer_id, o.record from ended h join offers o on o.offer_id = h.offer_id
        ) found where $2::int is not null having count(*) > 0)
      select ((select count(*) from gone) + (select count(*) from ended))::int as changed`,
    values: [ids, importId],
  });
  const changed = row?.changed ?? 0;
  return { added: 0, changed, unchanged: ids.length - changed };
}

/** Export statements of offers and stock: `key` and `record` after the key $1, at most $2, changed at $3 or later. */
export const OFFER_EXPORT = 'select offer_id as key, record from offers where offer_id > $1 order by offer_id limit $2';
export const OFFER_EXPORT_SINCE =
  'select offer_id as key, record from offers where offer_id > $1 and updated_at >= $3 order by offer_id limit $2';
/** Selects the offers with the ids $1. */
export const OFFERS_BY_KEYS = 'select offer_id as key, record, content_hash from offers where offer_id = any($1)';

const stockExport = (condition: string): string => `select key, record from (
      select lpad(product_id::text, 10, '0') || market as key,
        json_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record
      from stock_levels ${condition}
    ) rows where key > $1 order by key limit $2`;
export const STOCK_EXPORT = stockExport('');
export const STOCK_EXPORT_SINCE = stockExport('where updated_at >= $3');
export const STOCK_UNDO = {
  byKeys: `select asked.key, jsonb_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record
    from unnest($1::text[]) asked (key) join stock_levels on product_id = substr(asked.key, 1, 10)::int and market = substr(asked.key, 11)`,
  checksum: "found.record->>'level'",
  remove: [
    `with gone as (delete from stock_levels using unnest($1::text[]) asked (key)
        where product_id = substr(asked.key, 1, 10)::int and market = substr(asked.key, 11) and reserved = 0
        returning product_id, market, level - oversold as level)
      insert into stock_movements (product_id, market, kind, quantity, level) select product_id, market, 'import', -level, 0 from gone`,
  ],
} as const;

/** Reads the offers with one of these ids or numbers (`sku`). */
export async function readOffersToChange(db: Queryable, offerIds: readonly string[], skus: readonly string[]): Promise<OfferRecord[]> {
  const rows = await db.queryMany<{ record: unknown }>({
    name: 'offer-writer.readOffersToChange',
    text: 'select record from offers where offer_id = any($1) or sku = any($2)',
    values: [offerIds, skus],
  });
  return rows.map(({ record }) => offerRecord.parse(record));
}

/** Locks an offer and returns its record; null if there is no such offer. */
export async function lockOffer(transaction: Transaction, offerId: string): Promise<OfferRecord | null> {
  const row = await transaction.queryOne<{ record: unknown }>({
    text: 'select record from offers where offer_id = $1 for update',
    values: [offerId],
  });
  return row === null ? null : offerRecord.parse(row.record);
}

/** Lists the offers whose id, number (`sku`) or bar code is one of these names in lower case. */
export async function findOffersByName(db: Queryable, names: readonly string[]): Promise<{ offerId: string; name: string }[]> {
  return db.queryMany({
    text: `select offer_id as "offerId", name from offers, lateral (values (lower(offer_id)), (lower(sku)), (record->>'gtin')) names (name)
      where name = any($1) order by offer_id`,
    values: [names],
  });
}

/** Returns true if the catalogue has an offer. */
export async function hasOffers(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ any: boolean }>({ text: 'select exists (select 1 from offers) as any' });
  return row?.any ?? false;
}
