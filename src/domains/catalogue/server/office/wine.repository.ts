/** SQL of one wine in the office: its record and version, what happened to it, and the records that are about it. */
import { type OfferRecord, offerRecord } from '#domains/catalogue/model/record.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Audience } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { VERSION } from './wine-list.repository.ts';

export interface StoredWine {
  readonly record: OfferRecord;
  /** As it is stored. The version of its drawing depends on the order of its fields. */
  readonly stored: OfferRecord;
  readonly version: string;
  readonly source: string;
  readonly popularity: number;
  readonly updatedAt: Date;
}

type WineRow = Omit<StoredWine, 'stored'>;

const COLUMNS = `o.record, ${VERSION} as version, o.source, o.popularity, o.updated_at as "updatedAt"`;

const toWine = (row: WineRow | null): StoredWine | null =>
  row === null ? null : { ...row, stored: row.record, record: offerRecord.parse(row.record) };

/** Reads a wine with one of the audiences; null if there is none. */
export const readWine = async (db: Queryable, offerId: string, audiences: readonly Audience[]): Promise<StoredWine | null> =>
  toWine(
    await db.queryOne<WineRow>({
      name: 'wine.readWine',
      text: `select ${COLUMNS} from offers o where o.offer_id = $1 and o.audience = any($2)`,
      values: [offerId, audiences],
    }),
  );

/** Locks a wine with one of the audiences and returns it; null if there is none. */
export const lockWine = async (transaction: Transaction, offerId: string, audiences: readonly Audience[]): Promise<StoredWine | null> =>
  toWine(
    await transaction.queryOne<WineRow>({
      name: 'wine.lockWine',
      text: `select ${COLUMNS} from offers o where o.offer_id = $1 and o.audience = any($2) for update`,
      values: [offerId, audiences],
    }),
  );

/** Makes statements of the transaction fail that wait for a lock longer than this, as for an import that runs for minutes. */
export const limitWaiting = (transaction: Transaction): Promise<number> => transaction.execute({ text: "set local lock_timeout = '3s'" });

/** Returns true if an offer id is in use, in any case. */
export async function isOfferIdTaken(db: Queryable, offerId: string): Promise<boolean> {
  const row = await db.queryOne<{ isTaken: boolean }>({
    name: 'wine.isOfferIdTaken',
    text: 'select exists (select 1 from offers where lower(offer_id) = lower($1)) as "isTaken"',
    values: [offerId],
  });
  return row?.isTaken ?? false;
}

/** Reserves a product id below a limit until the transaction ends. Imports derive ids above it. */
export async function nextProductId(transaction: Transaction, limit: number): Promise<number> {
  await transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('cellardoor product id'))" });
  const row = await transaction.queryOne<{ id: number }>({
    name: 'wine.nextProductId',
    text: `select greatest((select coalesce(max(product_id), 0) from offers where product_id < $1),
      (select coalesce(max(product_id), 0) from stock_levels where product_id < $1)) + 1 as id`,
    values: [limit],
  });
  return row?.id ?? 1;
}

export interface MarketStock {
  readonly market: Market;
  readonly level: number;
  readonly reserved: number;
}

/** Reads the stock of a product by market. */
export const stockOfProduct = (db: Queryable, productId: number, markets: readonly Market[]): Promise<MarketStock[]> =>
  db.queryMany<MarketStock>({
    name: 'wine.stockOfProduct',
    text: 'select market, level, reserved from stock_levels where product_id = $1 and market = any($2)',
    values: [productId, markets],
  });

export interface WineActivity {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Reads what staff did with a wine, the latest first, without what belongs to other markets. */
export const wineActivity = (db: Queryable, offerId: string, markets: readonly Market[], limit: number): Promise<WineActivity[]> =>
  db.queryMany<WineActivity>({
    name: 'wine.wineActivity',
    text: `select id, at, actor_name as actor, action, before, after from activity_log
      where subject_kind = 'offer' and subject_id = $1 and (market is null or market = any($2)) order by at desc, id desc limit $3`,
    values: [offerId, markets, limit],
  });

export interface PriceHistoryRow {
  readonly id: number;
  readonly at: Date;
  readonly market: Market;
  readonly beforeCents: number;
  readonly afterCents: number;
  /** Null if no member of staff made the change. */
  readonly actor: string | null;
  readonly files: readonly string[] | null;
}

/** Changes of one transaction have its time: that of an entry of the activity log or of an import. */
export const priceHistory = (db: Queryable, offerId: string, markets: readonly Market[], limit: number): Promise<PriceHistoryRow[]> =>
  db.queryMany<PriceHistoryRow>({
    name: 'wine.priceHistory',
    text: `select c.id, c.at, c.market, c.before_cents as "beforeCents", c.after_cents as "afterCents",
        (select a.actor_name from activity_log a where a.subject_kind = 'offer' and a.subject_id = c.offer_id and a.at = c.at limit 1) as actor,
        (select i.files from imports i where i.started_at = c.at limit 1) as files
      from offer_price_changes c where c.offer_id = $1 and c.market = any($2) order by c.at desc, c.id desc limit $3`,
    values: [offerId, markets, limit],
  });

/** Returns who changed a wine last: a member of staff, the files of an import, or null for both if it is not known. */
export const lastWineChange = (
  db: Queryable,
  offerId: string,
): Promise<{ readonly actor: string | null; readonly files: readonly string[] | null; readonly at: Date } | null> =>
  db.queryOne({
    name: 'wine.lastWineChange',
    text: `select o.updated_at as at,
        (select a.actor_name from activity_log a where a.subject_kind = 'offer' and a.subject_id = o.offer_id and a.at = o.updated_at limit 1) as actor,
        (select i.files from imports i where i.started_at = o.updated_at limit 1) as files
      from offers o where o.offer_id = $1`,
    values: [offerId],
  });

export interface RelatedWine {
  readonly id: string;
  readonly record: OfferRecord;
  readonly isSameWine: boolean;
}

/** Reads other offers of the same wine, and those that share its stock. */
export const relatedWines = (
  db: Queryable,
  { offerId, productId, name }: Pick<OfferRecord, 'offerId' | 'productId' | 'name'>,
  audiences: readonly Audience[],
  limit: number,
): Promise<RelatedWine[]> =>
  db.queryMany<RelatedWine>({
    name: 'wine.relatedWines',
    text: `select o.offer_id as id, o.record, o.product_id <> $2 as "isSameWine" from offers o
      where o.offer_id <> $1 and o.audience = any($4) and (o.product_id = $2
        or o.producer_slug = (select producer_slug from offers where offer_id = $1) and lower(o.summary->>'name') = lower($3))
      order by o.record->>'vintage' desc, o.offer_id limit $5`,
    values: [offerId, productId, name, audiences, limit],
  });

/** Reads the neighbours of a wine in the list of a market, by name. */
export const wineNeighbours = (
  db: Queryable,
  market: Market,
  offerId: string,
): Promise<{ readonly previous: string | null; readonly next: string | null } | null> =>
  db.queryOne({
    name: 'wine.wineNeighbours',
    text: `select (select p.offer_id from offer_list p where p.market = l.market and (p.name_key, p.offer_id) < (l.name_key, l.offer_id)
          order by p.name_key desc, p.offer_id desc limit 1) as previous,
        (select n.offer_id from offer_list n where n.market = l.market and (n.name_key, n.offer_id) > (l.name_key, l.offer_id)
          order by n.name_key, n.offer_id limit 1) as next
      from offer_list l where l.market = $1 and l.offer_id = $2`,
    values: [market, offerId],
  });

export interface WineOrder {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly placedAt: Date;
  readonly name: string;
  readonly cases: number;
}

/** Reads the latest orders that contain an offer. */
export const ordersOfWine = (db: Queryable, offerId: string, markets: readonly Market[], limit: number): Promise<WineOrder[]> =>
  db.queryMany<WineOrder>({
    name: 'wine.ordersOfWine',
    text: `select o.id, o.number, o.market, o.placed_at as "placedAt",
        trim(coalesce(o.details->>'firstName', '') || ' ' || coalesce(o.details->>'lastName', '')) as name, sum(l.quantity)::integer as cases
      from order_lines l join orders o on o.id = l.order_id
      where l.offer_id = $1 and o.number is not null and o.placed_at is not null and o.market = any($2)
      group by o.id order by o.placed_at desc, o.id limit $3`,
    values: [offerId, markets, limit],
  });

export interface WinePromotion {
  readonly id: number;
  readonly name: string;
  readonly code: string | null;
  readonly endsAt: Date | null;
}

/** Reads promotions that name an offer, its product, tags or category, and have not ended. */
export const promotionsOfWine = (db: Queryable, offerId: string, markets: readonly Market[], limit: number): Promise<WinePromotion[]> =>
  db.queryMany<WinePromotion>({
    name: 'wine.promotionsOfWine',
    text: `select p.id, p.record->>'name' as name, p.code, (p.record->>'endsAt')::timestamptz as "endsAt" from promotions p, offers o
      where o.offer_id = $1 and (p.record->>'endsAt' is null or (p.record->>'endsAt')::timestamptz > now()) and p.record->'markets' ?| $2
        and (p.record->'scope'->'offerIds' ? o.offer_id or p.record->'scope'->'productIds' @> to_jsonb(o.product_id)
          or p.record->'scope'->'categories' ? (o.record->>'category')
          or p.record->'scope'->'tags' ?| array(select jsonb_array_elements_text(o.record->'tags')))
      order by p.id desc limit $3`,
    values: [offerId, markets, limit],
  });

/** Returns the tags of the wines of a market, the most used first. Looks at those that changed last. */
export async function usedWineTags(db: Queryable, market: Market, limit: number): Promise<string[]> {
  const rows = await db.queryMany<{ tag: string }>({
    name: 'wine.usedWineTags',
    text: `select tag from (select jsonb_array_elements_text(o.summary->'tags') as tag from
        (select offer_id from offer_list where market = $1 order by updated_at desc, offer_id desc limit 2000) l join offers o using (offer_id)) found
      group by tag order by count(*) desc, tag limit $2`,
    values: [market, limit],
  });
  return rows.map(({ tag }) => tag);
}
