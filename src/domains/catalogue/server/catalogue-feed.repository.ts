/**
 * Streams the catalogue to processes that cache it in memory: everything once, then changes. Changes are found by the transaction
 * that made them, so none is missed, regardless of the order in which transactions commit (`set_changed_xid` in the schema).
 */

import { hitMaker } from '#domains/catalogue/model/hit.ts';
import type { ListedRecord } from '#domains/catalogue/model/record.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import type { Audience } from '#markets/audiences.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { CatalogueHit } from '../contract.ts';
import type { PictureVersion } from './offer.repository.ts';

/** An offer with the data that the search index needs. */
export interface FeedOffer {
  readonly offerId: string;
  readonly audience: Audience;
  /** Ms since 1970. Null is unlimited. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly popularity: number;
  /** The hit in each market that has a price. */
  readonly hits: Readonly<Partial<Record<Market, CatalogueHit>>>;
}

/** A changed row: an offer, a removed offer, or the stock of a product. */
export interface Change {
  readonly kind: 'offer' | 'product';
  /** Offer id or product id. */
  readonly key: string;
}

/** Position in the stream of changes. */
export interface ChangeCursor {
  /** The oldest open transaction. */
  readonly mark: string;
  /**
   * Snapshot of the reader, which excludes changes it has already seen. Null if only the mark is known; then some changes are
   * returned twice.
   */
  readonly snapshot: string | null;
}

export interface Changes extends ChangeCursor {
  readonly changes: readonly Change[];
}

export interface CatalogueFeed {
  /** Returns the position for a reader that starts now. */
  mark(): Promise<ChangeCursor>;
  /** Returns the id of the database and a mark beyond all marks taken so far. Marks are valid in their own database only. */
  history(): Promise<{ readonly id: string; readonly next: string }>;
  /** Returns the number of offers, at most `most`. */
  count(most: number): Promise<number>;
  /** Passes every offer to `each`, in batches and without order. Yields to other work between batches. */
  all(each: (offers: readonly FeedOffer[]) => void): Promise<void>;
  /** Returns the changes since a mark, at most `most`. */
  since(from: ChangeCursor, most?: number): Promise<Changes>;
  /** Returns the current offers of these ids and products. Removed ones are left out. */
  some(offerIds: readonly string[], productIds: readonly number[]): Promise<FeedOffer[]>;
}

interface Row {
  readonly record: string;
  readonly popularity: number;
  readonly [column: `price_${string}` | `available_${string}`]: number | null;
}

/** Offers per batch. Only processes that serve no requests read all of them. */
const BATCH = 1_000;
const NOW = 'pg_current_snapshot()';
const NEXT = `pg_snapshot_xmin(${NOW})`;
const CHANGED_SINCE_SQL = `changed_xid >= $1::xid8 and changed_xid < pg_snapshot_xmax(${NOW}) and ($2::pg_snapshot is null or not pg_visible_in_snapshot(changed_xid, $2))`;

const named = (prefix: 'price' | 'rrp' | 'available', market: Market) => `${prefix}_${market.toLowerCase()}` as `price_${string}`;

const SELECT = `select o.record::text as record, o.popularity, ${MARKETS.map(
  (market) => `p${market}.pack_price as ${named('price', market)}, p${market}.pack_rrp as ${named('rrp', market)},
    coalesce(s${market}.level - s${market}.reserved, 0) as ${named('available', market)}`,
).join(', ')}
  from offers o ${MARKETS.map(
    (market) => `left join offer_prices p${market} on p${market}.offer_id = o.offer_id and p${market}.market = '${market}'
    left join stock_levels s${market} on s${market}.product_id = o.product_id and s${market}.market = '${market}'`,
  ).join(' ')}`;

const timeOf = (date: string | null): number | null => (date === null ? null : Date.parse(date));

export function catalogueFeed(database: Database, pictureVersion: PictureVersion): CatalogueFeed {
  const offerOf = (row: Row): FeedOffer => {
    // The record was parsed when it was written. Parsing all offers again would double the time of a start.
    const record: ListedRecord = JSON.parse(row.record);
    const toHit = hitMaker(record, pictureVersion(record));
    const hits: Partial<Record<Market, CatalogueHit>> = {};
    for (const market of MARKETS) {
      const packPriceCents = row[named('price', market)];
      if (packPriceCents === null || packPriceCents === undefined) continue;
      const state = { packPriceCents, packRrpCents: row[named('rrp', market)] ?? null, available: row[named('available', market)] ?? 0 };
      hits[market] = toHit(state);
    }
    const { offerId, audience, startsAt, endsAt } = record;
    return { offerId, audience, startsAt: timeOf(startsAt), endsAt: timeOf(endsAt), popularity: row.popularity, hits };
  };

  const inBatches = async (db: Queryable, each: (offers: readonly FeedOffer[]) => void): Promise<void> => {
    const fetch = (): Promise<Row[]> => db.queryMany<Row>({ text: `fetch ${BATCH} from catalogue_feed` });
    // Fetches the next batch while this one is processed.
    for (let pending = fetch(); ; ) {
      const rows = await pending;
      if (rows.length === 0) return;
      pending = fetch();
      pending.catch(() => {});
      each(rows.map(offerOf));
    }
  };

  return {
    async mark() {
      const row = await database.queryOne<ChangeCursor>({
        name: 'catalogue-feed.mark',
        text: `select ${NEXT}::text as mark, ${NOW}::text as snapshot`,
      });
      return row ?? { mark: '0', snapshot: null };
    },
    async history() {
      const row = await database.queryOne<{ id: string; next: string }>({
        name: 'catalogue-feed.history',
        text: `select concat_ws('/', s.system_identifier, c.timeline_id, d.oid) as id, pg_snapshot_xmax(pg_current_snapshot())::text as next
          from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`,
      });
      return row ?? { id: '', next: '0' };
    },
    async count(most) {
      const row = await database.queryOne<{ count: number }>({
        name: 'catalogue-feed.count',
        text: 'select count(*) from (select from offers limit $1) found',
        values: [most],
      });
      return row?.count ?? 0;
    },
    all: (each) =>
      database.transaction(async (transaction) => {
        // Just after an import the statistics can still say that the tables are almost empty.
        await transaction.execute({ text: 'set local enable_nestloop = off' });
        await transaction.execute({ text: 'set local cursor_tuple_fraction = 1' });
        await transaction.execute({ text: `declare catalogue_feed no scroll cursor for ${SELECT}` });
        await inBatches(transaction, each);
      }),
    async since({ mark, snapshot }, most) {
      const rows = await database.queryMany<ChangeCursor & { kind: Change['kind'] | null; key: string }>({
        name: 'catalogue-feed.since',
        text: `select ${NEXT}::text as mark, ${NOW}::text as snapshot, news.kind, news.key from (select) one left join (
            select 'offer' as kind, offer_id as key from offers where ${CHANGED_SINCE_SQL}
            union all select 'offer', offer_id from offer_tombstones where ${CHANGED_SINCE_SQL}
            union all select 'product', product_id::text from stock_levels where ${CHANGED_SINCE_SQL} limit $3
          ) news on true`,
        values: [mark, snapshot, most ?? null],
      });
      const changes = rows.flatMap(({ kind, key }) => (kind === null ? [] : [{ kind, key }]));
      return { mark: rows[0]?.mark ?? mark, snapshot: rows[0]?.snapshot ?? snapshot, changes };
    },
    async some(offerIds, productIds) {
      const rows = await database.queryMany<Row>({
        name: 'catalogue-feed.some',
        text: `${SELECT} where o.offer_id = any($1) or o.product_id = any($2)`,
        values: [offerIds, productIds],
      });
      return rows.map(offerOf);
    },
  };
}
