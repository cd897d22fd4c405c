/** Reads offers for their pages and the sitemap. What a shopper may not see is left out in SQL, before it can reach anything. */
import type { Market } from '../../market/market.ts';
import type { Site } from '../../market/sites.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import { type AudienceShopper, GUEST } from '../audience.ts';
import type { OfferDetail } from '../contract.ts';
import { toDetail } from '../hit.ts';
import type { ListedRecord, OfferRecord, OwnPicture } from '../record.ts';
import { MAY_BE_KNOWN, seenBy } from './visible-offers.ts';

/** Names the drawing of an offer; a new name is a new address for the picture. */
export type PictureVersion = (record: ListedRecord) => string;

interface OfferRow {
  readonly record: OfferRecord;
  readonly pack_price: number;
  readonly pack_rrp: number | null;
  readonly available: number;
}

/** What a sitemap says of an offer. */
export interface OfferAddress {
  readonly offer_id: string;
  readonly producer_slug: string;
  readonly updated_at: Date;
  /** Path of its first picture, the drawn one where it has none of its own. */
  readonly image: string;
  readonly pictures: readonly OwnPicture[] | null;
}

/** Market $1: offers with a price there that a shopper of tiers $2 (null sees all), secrets or not $3, may know of and that are on sale (SPEC.md §6). */
const VISIBLE = `
  offers o
  join offer_prices p on p.offer_id = o.offer_id and p.market = $1
  left join stock s on s.product_id = o.product_id and s.market = $1
  where ${MAY_BE_KNOWN} and (o.ends_at is null or now() < o.ends_at)`;

const COLUMNS = 'o.record, p.pack_price, p.pack_rrp, coalesce(s.level - s.reserved, 0) as available';

export function offerReader(database: Queries, pictureVersion: PictureVersion) {
  const stateOf = (row: OfferRow) => ({ packPriceCents: row.pack_price, packRrpCents: row.pack_rrp, available: row.available });
  const detailOf = (row: OfferRow, market: Market): OfferDetail => toDetail(row.record, stateOf(row), pictureVersion(row.record), market);

  return {
    /** One offer by its address, null where there is none that the shopper may see. */
    async byAddress(market: Market, producer: string, offerId: string, shopper: AudienceShopper): Promise<OfferDetail | null> {
      const row = await database.row<OfferRow>({
        name: 'offers.one',
        text: `select ${COLUMNS} from ${VISIBLE} and o.producer_slug = $4 and o.offer_id = $5`,
        values: [...seenBy(market, shopper), producer, offerId],
      });
      return row ? detailOf(row, market) : null;
    },

    /** Any offer with a price in a market, whoever it is for and whether it is on sale or not; null where there is none. */
    async forPreview(market: Market, offerId: string): Promise<{ offer: OfferDetail; record: OfferRecord } | null> {
      const row = await database.row<OfferRow>({
        name: 'offers.preview',
        text: `select ${COLUMNS} from offers o
          join offer_prices p on p.offer_id = o.offer_id and p.market = $1
          left join stock s on s.product_id = o.product_id and s.market = $1
          where o.offer_id = $2`,
        values: [market, offerId],
      });
      return row ? { offer: detailOf(row, market), record: row.record } : null;
    },

    /** An offer's record by its id, for its picture; audiences do not matter to whoever knows the versioned address. */
    async record(offerId: string): Promise<OfferRecord | null> {
      const row = await database.row<{ record: OfferRecord }>({
        name: 'offers.record',
        text: 'select record from offers where offer_id = $1',
        values: [offerId],
      });
      return row?.record ?? null;
    },

    /** What a guest of a market may see of wine or spirits, in full, in pages; with each bottle's bar code. */
    async forGuests(
      market: Market,
      kind: 'wine' | 'spirits',
      after: string,
      limit: number,
    ): Promise<{ offer: OfferDetail; gtin: string }[]> {
      const rows = await database.rows<OfferRow>({
        name: 'offers.forGuests',
        text: `select ${COLUMNS} from ${VISIBLE} and o.kind = $4 and o.offer_id > $5 order by o.offer_id limit $6`,
        values: [...seenBy(market, GUEST), kind, after, limit],
      });
      return rows.map((row) => ({ offer: detailOf(row, market), gtin: row.record.gtin ?? '' }));
    },

    /** Addresses of everything of these kinds that a guest may see, for the sitemap, in pages. */
    addresses(market: Market, kinds: readonly Site['kind'][], after: string, limit: number): Promise<OfferAddress[]> {
      return database.rows({
        name: 'offers.addresses',
        text: `select o.offer_id, o.producer_slug, o.updated_at, o.summary->>'imageUrl' as image, nullif(o.record->'pictures', '[]') as pictures
          from ${VISIBLE} and o.kind = any($4) and o.offer_id > $5 order by o.offer_id limit $6`,
        values: [...seenBy(market, GUEST), kinds, after, limit],
      });
    },

    /** Where files of so many addresses end, by the id of their last offer; the last file has no mark. */
    async addressMarks(market: Market, kinds: readonly Site['kind'][], every: number): Promise<string[]> {
      const rows = await database.rows<{ before: string }>({
        name: 'offers.address_marks',
        text: `select before from (
            select row_number() over (order by o.offer_id) as n, lag(o.offer_id) over (order by o.offer_id) as before
            from ${VISIBLE} and o.kind = any($4)
          ) numbered where n > 1 and (n - 1) % $5 = 0 order by n`,
        values: [...seenBy(market, GUEST), kinds, every],
      });
      return rows.map(({ before }) => before);
    },
  };
}

export type OfferReader = ReturnType<typeof offerReader>;
