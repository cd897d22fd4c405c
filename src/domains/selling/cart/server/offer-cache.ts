/**
 * Offers as carts see them. What the catalogue says of an offer is kept in memory by the transaction that last changed it
 * (`offers.changed_in`, migrations/0007), so that a cart of a hundred lines reads a hundred short rows; which offers there
 * are, and their stock, is read each time.
 */
import type { OfferAudience } from '#domains/catalogue/model/audience.ts';
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { InventoryStatus } from '#domains/catalogue/model/record.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** An offer as a cart sees it: what it costs here, what is left, who may buy it. */
export interface SaleOffer extends OfferAudience {
  readonly offerId: string;
  readonly productId: number;
  readonly summary: LineOffer;
  /** Price of a case and its RRP, cents. */
  readonly packPrice: number;
  readonly packRrp: number | null;
  readonly inventoryStatus: InventoryStatus;
  readonly orderQuantityMaximum: number;
  readonly level: number;
  readonly reserved: number;
  readonly boughtBefore?: number;
}

/** Id, the transaction that last changed it, stock and what is held of it; as SHORT_OFFER writes it. */
export type ShortOffer = readonly [offerId: string, changedIn: string, level: number | null, reserved: number | null];

/** Members of a JSON array for an offer `o` with its stock `s`. */
export const SHORT_OFFER = 'o.offer_id, o.changed_in::text, s.level, s.reserved';

type Price = Pick<SaleOffer, 'packPrice' | 'packRrp'>;
interface CachedOffer {
  readonly changedIn: string;
  readonly prices: Readonly<Partial<Record<Market, Price>>> | null;
  readonly offer: Omit<SaleOffer, keyof Price | 'level' | 'reserved' | 'boughtBefore'>;
}

/** A few megabytes of them, those read last. Numbers of transactions are a server's own, and a process has one. */
const MAX_KNOWN = 4_000;
const known = new Map<string, CachedOffer>();

function keep(found: CachedOffer): void {
  known.delete(found.offer.offerId);
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(found.offer.offerId, found);
}

const fetchOffers = (db: Queryable, offerIds: readonly string[]): Promise<CachedOffer[]> =>
  db.queryMany<CachedOffer>({
    name: 'cart.offers',
    text: `select o.changed_in::text as "changedIn",
        json_build_object('offerId', o.offer_id, 'productId', o.product_id, 'summary', o.summary, 'inventoryStatus', o.inventory_status,
          'orderQuantityMaximum', o.order_quantity_maximum, 'audience', o.audience, 'tiersEligible', o.tiers_eligible, 'secret', o.secret,
          'specialAccess', o.special_access, 'startsAt', o.starts_at, 'endsAt', o.ends_at) as offer,
        (select json_object_agg(p.market, json_build_object('packPrice', p.pack_price, 'packRrp', p.pack_rrp))
          from offer_prices p where p.offer_id = o.offer_id) as prices
      from offers o where o.offer_id = any($1)`,
    values: [offerIds],
  });

/** An offer that may have no price in the market. */
export type MarketOffer = Omit<SaleOffer, 'packPrice'> & { readonly packPrice: number | null };

/** True of an offer that is sold in the market. */
export const isPriced = (offer: MarketOffer): offer is SaleOffer => offer.packPrice !== null;

const NO_PRICE = { packPrice: null, packRrp: null };

/** Offers by id, as they are in a market; one statement where any is new here or has changed. */
export async function readOffers(db: Queryable, market: Market, short: readonly ShortOffer[]): Promise<Map<string, MarketOffer>> {
  const found = new Map<string, CachedOffer>();
  const strange: string[] = [];
  for (const [offerId, changedIn] of short) {
    const offer = known.get(offerId);
    if (offer?.changedIn === changedIn) found.set(offerId, offer);
    else strange.push(offerId);
  }
  if (strange.length > 0) {
    for (const offer of await fetchOffers(db, strange)) {
      keep(offer);
      found.set(offer.offer.offerId, offer);
    }
  }
  const offers = new Map<string, MarketOffer>();
  for (const [offerId, , level, reserved] of short) {
    const entry = found.get(offerId);
    const price = entry?.prices?.[market] ?? NO_PRICE;
    if (entry) offers.set(offerId, { ...entry.offer, ...price, level: level ?? 0, reserved: reserved ?? 0 });
  }
  return offers;
}

/** Offers that promotions give away, as a cart sees them; no statement where all of them are among those `read` with it. */
export async function findGiftOffers(
  db: Queryable,
  offerIds: readonly string[],
  market: Market,
  read: readonly ShortOffer[],
): Promise<Map<string, SaleOffer>> {
  const areRead = offerIds.every((offerId) => read.some(([other]) => other === offerId));
  const rows = areRead
    ? []
    : await db.queryMany<{ short: ShortOffer }>({
        name: 'cart.gift_offers',
        text: `select json_build_array(${SHORT_OFFER}) as short from offers o
          left join stock s on s.product_id = o.product_id and s.market = $2 where o.offer_id = any($1)`,
        values: [offerIds, market],
      });
  const short = areRead ? read : rows.map((row) => row.short);
  const offers = [...(await readOffers(db, market, short)).values()];
  return new Map(offers.filter(isPriced).map((offer) => [offer.offerId, offer]));
}
