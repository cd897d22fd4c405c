/**
 * The catalogue as a stream, for whoever keeps it in memory: all of it once, then what changed. Changes are found by the
 * transaction that made them, so none is missed, whatever order transactions end in (migrations/0007_search.sql).
 */

import { hitMaker } from '#domains/catalogue/model/hit.ts';
import type { Audience, ListedRecord } from '#domains/catalogue/model/record.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { CatalogueHit } from '../contract.ts';
import type { PictureVersion } from './offer.repository.ts';

export interface FeedOffer {
  readonly offerId: string;
  readonly audience: Audience;
  /** Milliseconds since 1970; null is open. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly popularity: number;
  /** The hit in each market that has a price for it. */
  readonly hits: Readonly<Partial<Record<Market, CatalogueHit>>>;
}

/** A row that changed: an offer, a removed offer, or a product's stock. */
export interface Change {
  readonly kind: 'offer' | 'product';
  /** Offer id or product id. */
  readonly key: string;
}

/** Where changes are to be read from. */
export interface ChangeCursor {
  /** The oldest transaction that was open. */
  readonly mark: string;
  /** The snapshot itself: what it saw is not told again. Null where only the mark is known, which then tells some of it twice. */
  readonly snapshot: string | null;
}

export interface Changes extends ChangeCursor {
  readonly changes: readonly Change[];
}

export interface CatalogueFeed {
  /** Where changes are to be read from, for a reader that begins now. */
  mark(): Promise<ChangeCursor>;
  /** Which database this is, and the mark that none taken in it until now lies beyond; marks are good in their own history only. */
  history(): Promise<{ readonly id: string; readonly next: string }>;
  /** Every offer, in batches, in no order; between two of them others have their turn. */
  all(each: (offers: readonly FeedOffer[]) => void): Promise<void>;
  /** What changed since a mark; `most` bounds how much of it is told. */
  since(from: ChangeCursor, most?: number): Promise<Changes>;
  /** The offers of these ids and of these products, as they are now; what is gone is left out. */
  some(offerIds: readonly string[], productIds: readonly number[]): Promise<FeedOffer[]>;
}

interface Row {
  readonly record: string;
  readonly popularity: number;
  readonly [column: `price_${string}` | `available_${string}`]: number | null;
}

/** Offers that travel at once; only processes that answer no requests read all of them. */
const BATCH = 1_000;
const NOW = 'pg_current_snapshot()';
const NEXT = `pg_snapshot_xmin(${NOW})`;
const CHANGED_SINCE_SQL = `changed_in >= $1::xid8 and changed_in < pg_snapshot_xmax(${NOW}) and ($2::pg_snapshot is null or not pg_visible_in_snapshot(changed_in, $2))`;

const named = (prefix: 'price' | 'rrp' | 'available', market: Market) => `${prefix}_${market.toLowerCase()}` as `price_${string}`;

const SELECT = `select o.record::text as record, o.popularity, ${MARKETS.map(
  (market) => `p${market}.pack_price as ${named('price', market)}, p${market}.pack_rrp as ${named('rrp', market)},
    coalesce(s${market}.level - s${market}.reserved, 0) as ${named('available', market)}`,
).join(', ')}
  from offers o ${MARKETS.map(
    (market) => `left join offer_prices p${market} on p${market}.offer_id = o.offer_id and p${market}.market = '${market}'
    left join stock s${market} on s${market}.product_id = o.product_id and s${market}.market = '${market}'`,
  ).join(' ')}`;

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export function catalogueFeed(database: Database, pictureVersion: PictureVersion): CatalogueFeed {
  const offerOf = (row: Row): FeedOffer => {
    const record = JSON.parse(row.record) as ListedRecord;
    const findHit = hitMaker(record, pictureVersion(record));
    const hits: Partial<Record<Market, CatalogueHit>> = {};
    for (const market of MARKETS) {
      const packPriceCents = row[named('price', market)];
      if (packPriceCents === null || packPriceCents === undefined) continue;
      const state = { packPriceCents, packRrpCents: row[named('rrp', market)] ?? null, available: row[named('available', market)] ?? 0 };
      hits[market] = findHit(state);
    }
    const { offerId, audience, startsAt, endsAt } = record;
    return { offerId, audience, startsAt: timeOf(startsAt), endsAt: timeOf(endsAt), popularity: row.popularity, hits };
  };

  const inBatches = async (db: Queryable, each: (offers: readonly FeedOffer[]) => void): Promise<void> => {
    const fetch = (): Promise<Row[]> => db.queryMany<Row>({ text: `fetch ${BATCH} from catalogue_feed` });
    // The next batch is on its way while this one is worked on.
    for (let coming = fetch(); ; ) {
      const rows = await coming;
      if (rows.length === 0) return;
      coming = fetch();
      coming.catch(() => {});
      each(rows.map(offerOf));
    }
  };

  return {
    async mark() {
      const row = await database.queryOne<ChangeCursor>({
        name: 'feed.mark',
        text: `select ${NEXT}::text as mark, ${NOW}::text as snapshot`,
      });
      return row ?? { mark: '0', snapshot: null };
    },
    async history() {
      const row = await database.queryOne<{ id: string; next: string }>({
        name: 'feed.history',
        text: `select concat_ws('/', s.system_identifier, c.timeline_id, d.oid) as id, pg_snapshot_xmax(pg_current_snapshot())::text as next
          from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`,
      });
      return row ?? { id: '', next: '0' };
    },
    all: (each) =>
      database.transaction(async (transaction) => {
        // Just after an import the database may take its tables for nearly empty: it counted them while the rows were not there yet.
        await transaction.execute({ text: 'set local enable_nestloop = off' });
        await transaction.execute({ text: 'set local cursor_tuple_fraction = 1' });
        await transaction.execute({ text: `declare catalogue_feed no scroll cursor for ${SELECT}` });
        await inBatches(transaction, each);
      }),
    async since({ mark, snapshot }, most) {
      const rows = await database.queryMany<ChangeCursor & { kind: Change['kind'] | null; key: string }>({
        name: 'feed.since',
        text: `select ${NEXT}::text as mark, ${NOW}::text as snapshot, news.kind, news.key from (select) one left join (
            select 'offer' as kind, offer_id as key from offers where ${CHANGED_SINCE_SQL}
            union all select 'offer', offer_id from removed_offers where ${CHANGED_SINCE_SQL}
            union all select 'product', product_id::text from stock where ${CHANGED_SINCE_SQL} limit $3
          ) news on true`,
        values: [mark, snapshot, most ?? null],
      });
      const changes = rows.flatMap(({ kind, key }) => (kind === null ? [] : [{ kind, key }]));
      return { mark: rows[0]?.mark ?? mark, snapshot: rows[0]?.snapshot ?? snapshot, changes };
    },
    async some(offerIds, productIds) {
      const rows = await database.queryMany<Row>({
        name: 'feed.some',
        text: `${SELECT} where o.offer_id = any($1) or o.product_id = any($2)`,
        values: [offerIds, productIds],
      });
      return rows.map(offerOf);
    },
  };
}
