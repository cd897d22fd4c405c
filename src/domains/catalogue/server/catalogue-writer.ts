/**
 * Writes offers and stock in batches: one statement a table, one transaction a batch, unchanged rows untouched, so the
 * same file twice changes nothing and a crash leaves whole records only (DECISIONS.md "Catalogue and content").
 */
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { CATEGORIES } from '../model/category.ts';
import { lineOffer, priceIn } from '../model/hit.ts';
import { type OfferRecord, ownPicture, type StockRecord } from '../model/record.ts';
import { slug } from '../model/slug.ts';
import type { PictureVersion } from './offer-reader.ts';

/** How many rows were new, changed, or as they were. */
export interface Written {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** The record as it is stored and told apart by, without a line end. */
interface WrittenRecord {
  readonly text: string;
  readonly digest: string;
}

const writtenRecord = (record: OfferRecord): WrittenRecord => {
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
  digest: hash,
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
  digest: 'text',
  source: 'text',
};
/** Columns that are JSON themselves travel beside the rows, a line each: inside of them they would be taken apart twice. */
const NAMES = [...Object.keys(TYPES), 'record', 'summary'];

/**
 * Notes for an import, in the statement that writes: what each row `w` was before, which the statement's own snapshot still shows as `o`,
 * and what tells that it is still what it is now (migrations/0049). $2 is the import's number, null where there is nothing to note.
 */
const noted = (kind: string, key: string, from: string, before: string, after: string): string => `noted as (
  insert into import_changes (import_id, kind, keys, before, after)
  select $2, '${kind}', array_agg(${key}), array_agg(${before}), array_agg(${after}) from ${from} where $2::int is not null having count(*) > 0)`;

export interface WritingOffers {
  /** The mapping they came by; none for the shop's own format. */
  readonly source?: string;
  /** The import that notes what they were. */
  readonly importId?: number | null;
}

const COLUMNS_OF = NAMES.slice(1).map((name) =>
  name === 'source' ? "source = coalesce(nullif(excluded.source, ''), offers.source)" : `${name} = excluded.${name}`,
);

/** $1 are rows, $7 and $8 their JSON columns, $3 to $6 the offers' prices, one a market. */
const WRITE = `with w as (insert into offers (${NAMES.join(', ')})
  select ${NAMES.map((name) => (name === 'record' || name === 'summary' ? `${name}::jsonb` : name)).join(', ')}
  from rows from (
    json_to_recordset($1::json) as (${Object.entries(TYPES)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')}),
    unnest(string_to_array($7, E'\\n'), string_to_array($8, E'\\n'))
  ) as given (${NAMES.join(', ')})
  on conflict (offer_id) do update set ${COLUMNS_OF.join(', ')}, updated_at = now()
  returning offer_id, digest, xmax = 0 as added),
  ${noted('offer', 'w.offer_id', 'w left join offers o on o.offer_id = case when not w.added then w.offer_id end', 'o.record', 'w.digest')},
  priced as (insert into offer_prices (offer_id, market, pack_price, pack_rrp)
    select * from unnest($3::text[], $4::text[], $5::int[], $6::int[])
    on conflict (offer_id, market) do update set pack_price = excluded.pack_price, pack_rrp = excluded.pack_rrp)
  select added from w`;

/** Write offers; of two with the same id in one batch the later wins. */
export const writeOffers = async (...given: Parameters<typeof prepareOffers>): Promise<Written> => (await prepareOffers(...given))();

/**
 * The first half of writing offers: reads which of them are news and makes their rows, while the database may still write others.
 * Out: the second half.
 */
export async function prepareOffers(
  transaction: Transaction,
  records: readonly OfferRecord[],
  pictureVersion: PictureVersion,
  { source = '', importId = null }: WritingOffers = {},
): Promise<() => Promise<Written>> {
  const asked = [...new Map(records.map((record) => [record.offerId, record])).values()];
  const known = await knownOffers(
    transaction,
    asked.map(({ offerId }) => offerId),
  );
  const newNotices = asked.flatMap((silent) => {
    const before = known.get(silent.offerId);
    // A record that says nothing of pictures keeps those its offer has.
    const record = silent.pictures === undefined && before?.pictures ? { ...silent, pictures: before.pictures } : silent;
    const { text, digest } = writtenRecord(record);
    return digest === before?.digest ? [] : [{ record, text, digest }];
  });
  // In one order everywhere, so that two writers wait for each other and never both.
  newNotices.sort((a, b) => (a.record.offerId < b.record.offerId ? -1 : 1));
  const rows = {
    columns: JSON.stringify(newNotices.map(({ record, digest }) => columnsOf(record, digest, source))),
    records: newNotices.map(({ text }) => text).join('\n'),
    summaries: newNotices.map(({ record }) => JSON.stringify(lineOffer(record, pictureVersion(record)))).join('\n'),
    prices: pricesOf(newNotices.map(({ record }) => record)),
  };
  return async () => {
    const { added, changed } = newNotices.length === 0 ? EMPTY_COUNTS : await writeRows(transaction, rows, known, importId);
    return { added, changed, unchanged: asked.length - added - changed };
  };
}

const EMPTY_COUNTS = { added: 0, changed: 0 } as const;

interface Rows {
  readonly columns: string;
  readonly records: string;
  readonly summaries: string;
  readonly prices: ReturnType<typeof pricesOf>;
}

/** What each offer costs in each market, null where it is not sold. */
const pricesOf = (records: readonly OfferRecord[]) =>
  records.flatMap((record) => MARKETS.map((market) => ({ offerId: record.offerId, market, price: priceIn(record, market) })));

async function writeRows(
  transaction: Transaction,
  { columns, records, summaries, prices }: Rows,
  known: ReadonlyMap<string, unknown>,
  importId: number | null,
): Promise<Omit<Written, 'unchanged'>> {
  const priced = prices.flatMap(({ price, ...rest }) => (price === null ? [] : [{ ...rest, ...price }]));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'offers.write',
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
  const unpriced = prices.filter(({ offerId, price }) => price === null && known.has(offerId));
  if (unpriced.length > 0)
    await transaction.execute({
      name: 'offer_prices.clear',
      text: 'delete from offer_prices using unnest($1::text[], $2::text[]) none (o, m) where offer_id = none.o and market = none.m',
      values: [unpriced.map(({ offerId }) => offerId), unpriced.map(({ market }) => market)],
    });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added };
}

/** What the shop has of these offers: the digest of each, and its own pictures. */
async function knownOffers(
  transaction: Transaction,
  offerIds: readonly string[],
): Promise<Map<string, { readonly digest: string; readonly pictures: OfferRecord['pictures'] }>> {
  const rows = await transaction.queryMany<{ offer_id: string; digest: string; pictures: unknown }>({
    name: 'offers.known',
    text: "select offer_id, digest, record->'pictures' as pictures from offers where offer_id = any($1)",
    values: [offerIds],
  });
  return new Map(
    rows.map(({ offer_id, digest, pictures }) => [
      offer_id,
      { digest, pictures: pictures === null ? undefined : ownPicture.array().parse(pictures) },
    ]),
  );
}

const STOCK_JSON = "jsonb_build_object('record', 'stock', 'productId', o.product_id, 'market', o.market, 'level', o.level)";

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
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: openingOnly ? 'stock.open' : 'stock.write',
    text: `with w as (insert into stock (product_id, market, level)
      select product_id, market, level from unnest($1::int[], $3::text[], $4::int[]) as given (product_id, market, level)
      order by product_id, market
      on conflict ${onConflict}
      returning product_id, market, level, xmax = 0 as added),
      ${noted(
        'stock',
        "lpad(w.product_id::text, 10, '0') || w.market",
        'w left join stock o on o.product_id = case when not w.added then w.product_id end and o.market = w.market',
        `case when o.product_id is not null then ${STOCK_JSON} end`,
        'w.level::text',
      )}
      select added from w`,
    values: [levels.map(({ productId }) => productId), importId, levels.map(({ market }) => market), levels.map(({ level }) => level)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: levels.length - touched.length };
}
