/** Reads carts in the form that rules work on. Mutations read a cart alone, under its lock; concurrent reads share a statement. */
import { type GiftDetails, giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { toPromotion } from '#domains/selling/promotions/model/promotion-record.ts';
import { loadActivePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import { inBatches } from '#lib/db/batch-loader.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CartLine } from '../model/cart.ts';
import type { CartRow } from './cart.repository.ts';
import {
  type CartContentsRow,
  countBoughtBefore,
  findCartContents,
  findCartsWithContents,
  type OfferVersion,
  type RequestedOffer,
} from './cart-contents.repository.ts';
import { isPriced, readOffers, type SaleOffer } from './offer-cache.ts';

/** A stored line with its offer. */
export interface StoredLine extends SaleOffer {
  readonly id: string;
  readonly quantity: number;
  /** Price that the shopper saw last, cents. Used if the offer has no price in the market. */
  readonly lastSeenPriceCents?: number | null;
  readonly isPriced?: boolean;
  readonly gift?: GiftDetails;
}

/** Everything that is read with a cart's row. */
export interface CartContents {
  readonly lines: readonly StoredLine[];
  readonly coupons: readonly Promotion[];
  /** Automatic promotions and promotions with banners, for every market, shopper and time. */
  readonly activePromotions: readonly Promotion[];
  /** Offers of the gifts that the last response listed. */
  readonly giftOffers: readonly OfferVersion[];
  /** The requested offer; null if it is unknown or has no price in the market. */
  readonly requested: SaleOffer | null;
}

export interface FoundCart {
  readonly row: CartRow;
  readonly contents: CartContents;
}

type Lines = Pick<CartContents, 'lines' | 'requested'>;

async function toLines(db: Queryable, market: Market, row: Pick<CartContentsRow, 'lines' | 'requested'>): Promise<Lines> {
  const versions = row.lines.map(([, , , , ...offer]) => offer);
  const offers = await readOffers(db, market, row.requested ? [...versions, row.requested] : versions);
  const lines = row.lines.flatMap(([id, quantity, lastSeenPriceCents, gift, offerId]): StoredLine[] => {
    const offer = offers.get(offerId);
    const packPrice = offer?.packPrice ?? lastSeenPriceCents;
    if (!offer || packPrice === null) return [];
    const details = gift === null ? {} : { gift: giftDetails.parse(gift) };
    return [{ ...offer, id, quantity, lastSeenPriceCents, isPriced: offer.packPrice !== null, packPrice, ...details }];
  });
  const requested = row.requested && offers.get(row.requested[0]);
  return { lines, requested: requested && isPriced(requested) ? requested : null };
}

const countsPastOrders = ({ summary, orderQuantityMaximum }: SaleOffer): boolean =>
  orderQuantityMaximum > 0 && summary.limitCountsPastOrders === true;

/** Adds the cases bought before to offers whose limit counts them. Runs no statement if there are none. */
async function withPastOrders(db: Queryable, cart: CartRow, market: Market, read: Lines): Promise<Lines> {
  const counted = [...read.lines, ...(read.requested ? [read.requested] : [])].filter(countsPastOrders);
  if (counted.length === 0 || (cart.customer_id === 0 && cart.email === null)) return read;
  const productIds = counted.map(({ productId }) => productId);
  const bought = await countBoughtBefore(db, cart, market, productIds);
  const withCount = <Offer extends SaleOffer>(offer: Offer): Offer =>
    countsPastOrders(offer) ? { ...offer, boughtBefore: bought.get(offer.productId) ?? 0 } : offer;
  return { lines: read.lines.map(withCount), requested: read.requested && withCount(read.requested) };
}

/** Converts a row to contents. @param cart has the owner whose past orders count towards limits; a merge passes the customer */
async function toContents(db: Queryable, cart: CartRow, market: Market, row: CartContentsRow): Promise<CartContents> {
  return {
    ...(await withPastOrders(db, cart, market, await toLines(db, market, row))),
    coupons: row.coupons.map(toPromotion),
    activePromotions: await loadActivePromotions(db, row.promotionRevision),
    giftOffers: row.given ?? [],
  };
}

const toFound = async (db: Queryable, market: Market, row: CartContentsRow): Promise<FoundCart> => ({
  row,
  contents: await toContents(db, row, market, row),
});

/**
 * Reads a cart that this transaction has locked, with the requested offer; null for an unknown cart. Can be issued together
 * with the lock: it runs after it.
 */
export async function readLockedCart(
  transaction: Transaction,
  id: string,
  market: Market,
  requested: RequestedOffer | null,
): Promise<FoundCart | null> {
  const row = await findCartContents(transaction, id, market, requested);
  return row && toFound(transaction, market, row);
}

/** Reads the contents of a known cart. Limits count what the `customer_id` or `email` of `cart` has bought. */
export async function readContents(db: Queryable, cart: CartRow, market: Market): Promise<CartContents> {
  const row = await findCartContents(db, cart.id, market, null);
  if (!row) throw new Error('The cart disappeared while it was read.');
  return toContents(db, cart, market, row);
}

async function readCarts(db: Queryable, ids: readonly string[], market: Market): Promise<Map<string, FoundCart>> {
  const rows = await findCartsWithContents(db, ids, market);
  const carts = await Promise.all(rows.map((row) => toFound(db, market, row)));
  return new Map(carts.map((cart) => [cart.row.id, cart]));
}

type Reader = (id: string) => Promise<FoundCart | null>;

const readers = new WeakMap<Queryable, Map<Market, Reader>>();

/** Returns the reader of a database and market that shares a statement among concurrent reads. */
function batchedReader(database: Queryable, market: Market): Reader {
  const byMarket = readers.get(database) ?? new Map<Market, Reader>();
  const reader = byMarket.get(market) ?? inBatches((ids: readonly string[]) => readCarts(database, ids, market));
  readers.set(database, byMarket.set(market, reader));
  return reader;
}

/** Reads a cart without a lock; null for an unknown cart. */
export async function readCart(db: Queryable, id: string, market: Market): Promise<FoundCart | null> {
  if (!('inTransaction' in db)) return batchedReader(db, market)(id);
  return (await readCarts(db, [id], market)).get(id) ?? null;
}

/** Returns the line that rules work on. A line that is off sale or sold out has no available stock. */
export const toLine = (stored: StoredLine, onSale: boolean, addedByPromotion = false): CartLine => ({
  id: stored.id,
  productId: stored.productId,
  offerId: stored.offerId,
  quantity: stored.quantity,
  addedByPromotion,
  offer: stored.summary,
  listCents: stored.packPrice,
  comparisonCents: stored.summary.hideRRP ? null : stored.packRrp,
  inventoryStatus: stored.inventoryStatus,
  currentStock: stored.level,
  availableStock: onSale && stored.inventoryStatus !== 'SOLD_OUT' ? Math.max(0, stored.level - stored.reserved) : 0,
  orderQuantityMaximum: stored.orderQuantityMaximum,
  ...(stored.boughtBefore === undefined ? {} : { boughtBefore: stored.boughtBefore }),
  ...(stored.gift && { gift: stored.gift }),
});
