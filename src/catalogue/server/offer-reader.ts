/** Reads offers for lists and pages. What a guest may not see is left out in SQL, before it can reach anything. */
import type { Market } from '../../market/market.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { Category } from '../category.ts';
import type { CatalogueHit, OfferDetail } from '../contract.ts';
import { toDetail, toHit } from '../hit.ts';
import type { ListedRecord, OfferRecord } from '../record.ts';

/** Names the drawing of an offer; a new name is a new address for the picture. */
export type PictureVersion = (record: ListedRecord) => string;

export interface ListRequest {
  readonly market: Market;
  readonly kind: 'wine' | 'spirits';
  readonly words: readonly string[];
  readonly category: Category | undefined;
  readonly sortBy: 'price_asc' | 'price_desc' | undefined;
  readonly limit: number;
  readonly offset: number;
}

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

const BOTTLE_PRICE = "p.pack_price / (o.record->>'packSize')::int";
const ORDERS = {
  default: "coalesce(s.level - s.reserved, 0) <= 0, o.slot nulls last, o.record->>'brand', o.record->>'name', o.offer_id",
  price_asc: `${BOTTLE_PRICE}, o.offer_id`,
  price_desc: `${BOTTLE_PRICE} desc, o.offer_id`,
};

export function offerReader(database: Queries, pictureVersion: PictureVersion) {
  const stateOf = (row: OfferRow) => ({ packPriceCents: row.pack_price, packRrpCents: row.pack_rrp, available: row.available });
  const hitOf = (row: OfferRow): CatalogueHit => toHit(row.record, stateOf(row), pictureVersion(row.record));
  const detailOf = (row: OfferRow): OfferDetail => toDetail(row.record, stateOf(row), pictureVersion(row.record));

  return {
    /** A page of a site's offers in the order asked for, and how many there are in all. */
    async list(request: ListRequest): Promise<{ hits: CatalogueHit[]; total: number }> {
      const found = `${VISIBLE_TO_GUESTS} and o.kind = $2 and not o.is_gift
        and ($3::text is null or o.record->>'category' = $3)
        and not exists (select 1 from unnest($4::text[]) word where not (o.search_text ilike '%' || word || '%'))`;
      const values = [request.market, request.kind, request.category ?? null, request.words];
      const [total, rows] = await Promise.all([
        database.row<{ count: number }>({ name: 'offers.count', text: `select count(*) from ${found}`, values }),
        database.rows<OfferRow>({
          name: `offers.list.${request.sortBy ?? 'default'}`,
          text: `select ${COLUMNS} from ${found} order by ${ORDERS[request.sortBy ?? 'default']} limit $5 offset $6`,
          values: [...values, request.limit, request.offset],
        }),
      ]);
      return { hits: rows.map(hitOf), total: total?.count ?? 0 };
    },

    /** One offer by its address, null where there is none that a guest may see. */
    async byAddress(market: Market, producer: string, offerId: string): Promise<OfferDetail | null> {
      const row = await database.row<OfferRow>({
        name: 'offers.one',
        text: `select ${COLUMNS} from ${VISIBLE_TO_GUESTS} and o.producer_slug = $2 and o.offer_id = $3`,
        values: [market, producer, offerId],
      });
      return row ? detailOf(row) : null;
    },

    /** What people would compare an offer with: its category, nearest in varietal, region and price. */
    async comparedWith(market: Market, offer: OfferDetail, limit: number): Promise<CatalogueHit[]> {
      const rows = await database.rows<OfferRow>({
        name: 'offers.compared',
        text: `select ${COLUMNS} from ${VISIBLE_TO_GUESTS} and o.record->>'category' = $2 and o.offer_id <> $3 and o.product_id <> $4
          and coalesce(s.level - s.reserved, 0) > 0
          order by (o.record->>'varietal' = $5)::int + (o.record->>'region' = $6)::int desc, abs(${BOTTLE_PRICE} - $7), o.offer_id limit $8`,
        values: [market, offer.category, offer.offerId, offer.id, offer.varietal, offer.region, Math.round(offer.bottlePrice * 100), limit],
      });
      return rows.map(hitOf);
    },

    /** Offers of a kind that carry a tag or are mixed cases, slots first. */
    async shelf(market: Market, kind: 'wine' | 'spirits', which: 'slot' | 'fresh' | 'mixed', limit: number): Promise<CatalogueHit[]> {
      const condition = {
        slot: "o.slot is not null and not (o.record->'isMixed')::boolean",
        fresh: "o.record->'tags' ? 'New on the shelf'",
        mixed: "(o.record->'isMixed')::boolean",
      }[which];
      const rows = await database.rows<OfferRow>({
        name: `offers.shelf.${which}`,
        text: `select ${COLUMNS} from ${VISIBLE_TO_GUESTS} and o.kind = $2 and not o.is_gift and ${condition} order by ${ORDERS.default} limit $3`,
        values: [market, kind, limit],
      });
      return rows.map(hitOf);
    },

    /** How many offers each category of a kind has, with the one that stands first. */
    async categories(market: Market, kind: 'wine' | 'spirits'): Promise<{ category: Category; count: number; example: CatalogueHit }[]> {
      const rows = await database.rows<OfferRow & { category: Category; count: number }>({
        name: 'offers.categories',
        text: `select distinct on (o.record->>'category') o.record->>'category' as category, count(*) over (partition by o.record->>'category') as count, ${COLUMNS}
          from ${VISIBLE_TO_GUESTS} and o.kind = $2 and not o.is_gift order by o.record->>'category', ${ORDERS.default}`,
        values: [market, kind],
      });
      return rows.map((row) => ({ category: row.category, count: row.count, example: hitOf(row) })).sort((a, b) => b.count - a.count);
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
