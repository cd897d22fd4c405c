/** Reads offers for their pages and the sitemap. What a guest may not see is left out in SQL, before it can reach anything. */
import type { Market } from '../../market/market.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { OfferDetail } from '../contract.ts';
import { toDetail } from '../hit.ts';
import type { ListedRecord, OfferRecord } from '../record.ts';

/** Names the drawing of an offer; a new name is a new address for the picture. */
export type PictureVersion = (record: ListedRecord) => string;

interface OfferRow {
  readonly record: OfferRecord;
  readonly pack_price: number;
  readonly pack_rrp: number | null;
  readonly available: number;
}

/** Market $1: offers with a price there that a guest may know of and that are on sale (SPEC.md §6). */
const VISIBLE_TO_GUESTS = `
  offers o
  join offer_prices p on p.offer_id = o.offer_id and p.market = $1
  left join stock s on s.product_id = o.product_id and s.market = $1
  where o.tiers_eligible && array['GUEST', 'ALL'] and not o.secret
    and o.audience like '%' || $1 || '%'
    and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or now() < o.ends_at)`;

const COLUMNS = 'o.record, p.pack_price, p.pack_rrp, coalesce(s.level - s.reserved, 0) as available';

export function offerReader(database: Queries, pictureVersion: PictureVersion) {
  const stateOf = (row: OfferRow) => ({ packPriceCents: row.pack_price, packRrpCents: row.pack_rrp, available: row.available });
  const detailOf = (row: OfferRow): OfferDetail => toDetail(row.record, stateOf(row), pictureVersion(row.record));

  return {
    /** One offer by its address, null where there is none that a guest may see. */
    async byAddress(market: Market, producer: string, offerId: string): Promise<OfferDetail | null> {
      const row = await database.row<OfferRow>({
        name: 'offers.one',
        text: `select ${COLUMNS} from ${VISIBLE_TO_GUESTS} and o.producer_slug = $2 and o.offer_id = $3`,
        values: [market, producer, offerId],
      });
      return row ? detailOf(row) : null;
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

    /** Addresses of everything a guest may see, for the sitemap, in pages. */
    addresses(market: Market, after: string, limit: number): Promise<{ offer_id: string; producer_slug: string; updated_at: Date }[]> {
      return database.rows({
        name: 'offers.addresses',
        text: `select o.offer_id, o.producer_slug, o.updated_at from ${VISIBLE_TO_GUESTS} and o.offer_id > $2 order by o.offer_id limit $3`,
        values: [market, after, limit],
      });
    },
  };
}

export type OfferReader = ReturnType<typeof offerReader>;
