/** Reads offers for pages, feeds and the sitemap. SQL leaves out what a shopper may not see [CAT-17]. */

import { type AudienceShopper, GUEST } from '#domains/catalogue/model/audience.ts';
import { toDetail } from '#domains/catalogue/model/hit.ts';
import type { ListedRecord, OfferRecord, OwnPicture } from '#domains/catalogue/model/record.ts';
import { offerPath } from '#domains/catalogue/model/slug.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import type { OfferDetail } from '../contract.ts';
import { MAY_BE_KNOWN, visibilityOf } from './visible-offers.repository.ts';

/** Returns the version of an offer's drawing. A new version changes the URL of the picture. */
export type PictureVersion = (record: ListedRecord) => string;

interface OfferRow {
  readonly record: OfferRecord;
  readonly pack_price: number;
  readonly pack_rrp: number | null;
  readonly available: number;
}

interface EndedRow {
  readonly producer_slug: string;
  readonly kind: Site['kind'];
  readonly name: string;
  readonly vintage: string;
  readonly pack_size: number;
  readonly bottle_ml: number;
  /** The offer that replaces it. Null for none if `has_next`, else not stated. */
  readonly next_offer_id: string | null;
  readonly has_next: boolean;
}

/** Redirect target of an ended offer. */
export interface OfferSuccessor {
  readonly kind: Site['kind'];
  /** Path of the next vintage on sale. Null if there is none. */
  readonly url: string | null;
  /** The producer, if other offers of it are in stock and there is no next vintage. */
  readonly brand: string | null;
}

/** Sitemap entry of an offer. */
export interface OfferAddress {
  readonly offer_id: string;
  readonly producer_slug: string;
  readonly updated_at: Date;
  /** Path of its first picture: the retailer's own, else the drawing. */
  readonly image: string;
  readonly pictures: readonly OwnPicture[] | null;
}

/**
 * Offers on sale that have a price in market $1 and that a shopper with tiers $2 (null sees all) and secrets $3 may see [CAT-13,
 * CAT-14, CAT-17].
 */
const VISIBLE = `
  offers o
  join offer_prices p on p.offer_id = o.offer_id and p.market = $1
  left join stock_levels s on s.product_id = o.product_id and s.market = $1
  where ${MAY_BE_KNOWN} and (o.ends_at is null or now() < o.ends_at)`;

const COLUMNS = 'o.record, p.pack_price, p.pack_rrp, coalesce(s.level - s.reserved, 0) as available';

export function createOfferReader(database: Queryable, pictureVersion: PictureVersion) {
  const stateOf = (row: OfferRow) => ({ packPriceCents: row.pack_price, packRrpCents: row.pack_rrp, available: row.available });
  const detailOf = (row: OfferRow, market: Market): OfferDetail => toDetail(row.record, stateOf(row), pictureVersion(row.record), market);

  return {
    /**
     * Returns an offer by the id in its URL, ignoring case. If ids differ only in case, the exact one wins. The producer in the
     * URL is ignored, because producers are renamed and ids are not (docs/decisions/0107-offer-addresses.md). @returns null if
     * there is none that the shopper may see
     */
    async byAddress(market: Market, offerId: string, shopper: AudienceShopper): Promise<OfferDetail | null> {
      const row = await database.queryOne<OfferRow>({
        name: 'offer.byAddress',
        text: `select ${COLUMNS} from ${VISIBLE} and lower(o.offer_id) = lower($4) order by o.offer_id = $4 desc, o.offer_id limit 1`,
        values: [...visibilityOf(market, shopper), offerId],
      });
      return row ? detailOf(row, market) : null;
    },

    /** Returns the redirect target of an ended offer. @returns null if there is no such offer that a guest could see */
    async successor(market: Market, offerId: string): Promise<OfferSuccessor | null> {
      const ended = await database.queryOne<EndedRow>({
        name: 'offer.successor.ended',
        text: `select o.producer_slug, o.kind, o.record->>'name' as name, o.record->>'vintage' as vintage,
            (o.record->>'packSize')::int as pack_size, (o.record->>'bottleMl')::int as bottle_ml,
            o.record->>'nextOfferId' as next_offer_id, o.record ? 'nextOfferId' as has_next
          from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = $1
          where ${MAY_BE_KNOWN} and o.ends_at <= now() and not o.is_gift and lower(o.offer_id) = lower($4)
          order by o.offer_id = $4 desc, o.offer_id limit 1`,
        values: [...visibilityOf(market, GUEST), offerId],
      });
      if (ended === null) return null;
      const { kind, producer_slug, name, vintage, pack_size, bottle_ml, next_offer_id, has_next } = ended;
      const next = await database.queryOne<{ offer_id: string; brand: string; is_later: boolean }>({
        name: 'offer.successor.successor',
        text: `select offer_id, brand, is_later from (
            select o.offer_id, o.record->>'brand' as brand, o.record->>'vintage' as vintage,
              o.inventory_status <> 'SOLD_OUT' and coalesce(s.level - s.reserved, 0) > 0 as is_in_stock,
              case when $11 then o.offer_id = $10 else lower(o.record->>'name') = lower($6) and o.record->>'vintage' ~ '^[0-9]{4}$'
                and $7 ~ '^[0-9]{4}$' and o.record->>'vintage' > $7 end is true as is_later,
              (o.record->>'packSize')::int = $8 and (o.record->>'bottleMl')::int = $9 as is_same_size
            from ${VISIBLE} and (o.producer_slug = $4 or o.offer_id = $10) and o.kind = $5 and not o.is_gift
          ) others where is_later or is_in_stock
          order by is_later desc, is_in_stock desc, is_same_size desc, vintage, offer_id limit 1`,
        values: [...visibilityOf(market, GUEST), producer_slug, kind, name, vintage, pack_size, bottle_ml, next_offer_id, has_next],
      });
      return {
        kind,
        url: next?.is_later ? offerPath(next.brand, next.offer_id) : null,
        brand: next && !next.is_later ? next.brand : null,
      };
    },

    /** Returns any offer with a price in a market, for any audience and whether or not it is on sale. */
    async forPreview(market: Market, offerId: string): Promise<{ offer: OfferDetail; record: OfferRecord } | null> {
      const row = await database.queryOne<OfferRow>({
        name: 'offer.forPreview',
        text: `select ${COLUMNS} from offers o
          join offer_prices p on p.offer_id = o.offer_id and p.market = $1
          left join stock_levels s on s.product_id = o.product_id and s.market = $1
          where o.offer_id = $2`,
        values: [market, offerId],
      });
      return row ? { offer: detailOf(row, market), record: row.record } : null;
    },

    /** Returns the record of an offer by its id, for its picture. The versioned URL is unguessable, so audiences do not apply. */
    async record(offerId: string): Promise<OfferRecord | null> {
      const row = await database.queryOne<{ record: OfferRecord }>({
        name: 'offer.record',
        text: 'select record from offers where offer_id = $1',
        values: [offerId],
      });
      return row?.record ?? null;
    },

    /** Returns pages of the wines or spirits that a guest of a market may see, with bar codes [CAT-31]. */
    async forGuests(
      market: Market,
      kind: 'wine' | 'spirits',
      after: string,
      limit: number,
    ): Promise<{ offer: OfferDetail; gtin: string }[]> {
      const rows = await database.queryMany<OfferRow>({
        name: 'offer.forGuests',
        text: `select ${COLUMNS} from ${VISIBLE} and o.kind = $4 and o.offer_id > $5 order by o.offer_id limit $6`,
        values: [...visibilityOf(market, GUEST), kind, after, limit],
      });
      return rows.map((row) => ({ offer: detailOf(row, market), gtin: row.record.gtin ?? '' }));
    },

    /** Returns pages of sitemap entries of these kinds that a guest may see [CAT-31]. */
    addresses(market: Market, kinds: readonly Site['kind'][], after: string, limit: number): Promise<OfferAddress[]> {
      return database.queryMany({
        name: 'offer.addresses',
        text: `select o.offer_id, o.producer_slug, o.updated_at, o.summary->>'imageUrl' as image, nullif(o.record->'pictures', '[]') as pictures
          from ${VISIBLE} and o.kind = any($4) and o.offer_id > $5 order by o.offer_id limit $6`,
        values: [...visibilityOf(market, GUEST), kinds, after, limit],
      });
    },

    /** Returns the last offer id of each sitemap file with this number of entries. The last file has no mark. */
    async addressMarks(market: Market, kinds: readonly Site['kind'][], every: number): Promise<string[]> {
      const rows = await database.queryMany<{ before: string }>({
        name: 'offer.addressMarks',
        text: `select before from (
            select row_number() over (order by o.offer_id) as n, lag(o.offer_id) over (order by o.offer_id) as before
            from ${VISIBLE} and o.kind = any($4)
          ) numbered where n > 1 and (n - 1) % $5 = 0 order by n`,
        values: [...visibilityOf(market, GUEST), kinds, every],
      });
      return rows.map(({ before }) => before);
    },
  };
}

export type OfferReader = ReturnType<typeof createOfferReader>;
