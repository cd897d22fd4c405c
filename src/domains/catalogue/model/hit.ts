/**
 * Converts an offer record to the catalogue hit of lists and search [CAT-1, CAT-2] and to the detail of its page. Prices are
 * decimal numbers; `packPrice` is per case [CAT-7].
 */
import type { Market } from '#markets/market.ts';
import type { CatalogueHit, OfferDetail } from '../contract.ts';
import { marketsOf } from './audience.ts';
import { CATEGORIES } from './category.ts';
import { photoPath } from './photo.ts';
import type { InventoryStatus, ListedRecord, OfferRecord } from './record.ts';
import { offerPath } from './slug.ts';

/** Below this number of cases, shoppers see how many are left [CART-71]. */
export const LOW_INVENTORY = 10;

/** Values of an offer that depend on market and time. Prices in cents. */
export interface OfferState {
  readonly packPriceCents: number;
  readonly packRrpCents: number | null;
  /** Cases on hand minus those reserved by pending payments. */
  readonly available: number;
}

/** Returns the recorded status while there is stock, else SOLD_OUT [CAT-4]. */
export const statusOf = (recorded: InventoryStatus, available: number): InventoryStatus => (available > 0 ? recorded : 'SOLD_OUT');

/** Returns the price of a bottle in cents: the case price divided by the pack size, rounded. */
export const bottlePriceCents = (packPriceCents: number, packSize: number): number => Math.round(packPriceCents / packSize);

/** Fields of a hit that depend on market and time. */
type OfferedAs = Pick<CatalogueHit, 'discountPercentage' | 'inventoryStatus' | 'packPrice' | 'packRRP' | 'bottlePrice' | 'casesLeft'>;

function offeredAs(record: ListedRecord, state: OfferState): OfferedAs {
  const rrp = record.hideRRP ? null : state.packRrpCents;
  const saving = rrp !== null && rrp > state.packPriceCents ? rrp - state.packPriceCents : 0;
  const status = statusOf(record.inventoryStatus, state.available);
  return {
    discountPercentage: rrp !== null && saving > 0 ? Math.round((saving * 100) / rrp) : 0,
    inventoryStatus: status,
    packPrice: state.packPriceCents / 100,
    packRRP: saving > 0 && rrp !== null ? rrp / 100 : null,
    bottlePrice: bottlePriceCents(state.packPriceCents, record.packSize) / 100,
    casesLeft: status !== 'SOLD_OUT' && state.available < LOW_INVENTORY ? state.available : null,
  };
}

/**
 * Returns a function that creates the hits of an offer, one per market. Fields that all markets share are computed once, because
 * hits of the whole catalogue are created at startup. `imageVersion` changes with the drawing.
 */
export function hitMaker(record: ListedRecord, imageVersion: string): (state: OfferState) => CatalogueHit {
  const shared: Omit<CatalogueHit, keyof OfferedAs> = {
    objectID: record.offerId,
    offerId: record.offerId,
    id: record.productId,
    sku: record.sku,
    name: record.name,
    brand: record.brand,
    category: record.category,
    isSpirit: CATEGORIES[record.category].isSpirit,
    imageUrl: offerImage(record, imageVersion),
    isMixed: record.isMixed,
    url: offerPath(record.brand, record.offerId),
    packSize: record.packSize,
    bottleMl: record.bottleMl,
    preservatives: record.preservatives,
    country: record.country,
    region: record.region,
    offerStyle: record.offerStyle,
    offerVariant: record.offerVariant,
    varietal: record.varietal,
    vintage: record.vintage,
    slot: record.slot,
    tags: record.tags,
    tiersEligible: record.tiersEligible,
    secret: record.secret,
    specialAccess: record.specialAccess,
    orderQuantityMaximum: record.orderQuantityMaximum,
    endsAt: record.endsAt,
  };
  return (state) => ({ ...shared, ...offeredAs(record, state) });
}

/** Returns the hit of an offer in a market. */
export const toHit = (record: ListedRecord, state: OfferState, imageVersion: string): CatalogueHit => hitMaker(record, imageVersion)(state);

/** Returns the detail of an offer in a market. */
export function toDetail(record: OfferRecord, state: OfferState, imageVersion: string, market: Market): OfferDetail {
  const hit = toHit(record, state, imageVersion);
  const price = hit.packRRP === null ? undefined : record.prices[market];
  return {
    ...hit,
    rrpEvidence: price ? evidenceOf(price) : null,
    quote: record.quote,
    story: record.story,
    taste: record.taste,
    aromas: record.aromas,
    pairings: record.pairings,
    alcoholPercent: record.alcoholPercent,
    closure: record.closure,
    cellarUntil: record.cellarUntil,
    allergens: record.allergens,
    contents: record.contents.map(({ bottle: _, varietal: __, ...bottle }) => bottle),
    caseImageUrl: imagePath(record.offerId, imageVersion, 'case'),
    pictures: record.pictures ?? [],
    markets: marketsOf(record.audience).filter((market) => record.prices[market] !== undefined),
  };
}

/** Returns the path of an offer's drawing. The version changes the URL when the drawing changes, so it can be cached for ever. */
export const imagePath = (offerId: string, version: string, view: 'bottle' | 'case' = 'bottle'): string =>
  `/pictures/${view}/${offerId}.${version}.svg`;

/** Returns the path of an offer's picture: the retailer's own, else its drawing [CAT-21]. */
function offerImage({ offerId, pictures }: ListedRecord, version: string): string {
  const [own] = pictures ?? [];
  return own === undefined ? imagePath(offerId, version) : photoPath(own);
}

/** Returns the source and date of an RRP. @returns null if unknown */
const evidenceOf = ({ rrpSource, rrpDate }: NonNullable<OfferRecord['prices'][Market]>): OfferDetail['rrpEvidence'] =>
  rrpSource === undefined || rrpDate === undefined ? null : { source: rrpSource, date: rrpDate };

/**
 * Returns the price of an offer in a market in cents. An RRP needs a source and a date, because a price may be struck through
 * only if somebody recommended it (docs/decisions/0104-evidence-for-struck-through-prices.md). @returns null if the offer is not
 * sold there
 */
export function priceIn(record: OfferRecord, market: Market): { packPriceCents: number; packRrpCents: number | null } | null {
  const price = record.prices[market];
  if (!price) return null;
  return {
    packPriceCents: Math.round(price.packPrice * 100),
    packRrpCents: price.packRRP === null || evidenceOf(price) === null ? null : Math.round(price.packRRP * 100),
  };
}

/** Data of an offer that carts and orders copy. */
export interface LineOffer {
  readonly sku: string;
  readonly brand: string;
  readonly name: string;
  readonly vintage: string;
  readonly offerVariant: string;
  readonly category: string;
  readonly isSpirit: boolean;
  readonly packSize: number;
  readonly bottleMl: number;
  readonly imageUrl: string;
  readonly url: string;
  readonly skuType: 'physical' | 'digital';
  readonly hideRRP: boolean;
  readonly secret: boolean;
  /** Used by promotions, not part of responses. */
  readonly tags?: readonly string[];
  /** Not part of responses. */
  readonly limitCountsPastOrders?: true;
}

/** Returns the data of an offer for carts and orders. */
export const lineOffer = (record: OfferRecord, imageVersion: string): LineOffer => ({
  sku: record.sku,
  brand: record.brand,
  name: record.name,
  vintage: record.vintage,
  offerVariant: record.offerVariant,
  category: record.category,
  isSpirit: CATEGORIES[record.category].isSpirit,
  packSize: record.packSize,
  bottleMl: record.bottleMl,
  imageUrl: offerImage(record, imageVersion),
  url: offerPath(record.brand, record.offerId),
  skuType: record.skuType,
  hideRRP: record.hideRRP,
  secret: record.secret,
  tags: record.tags,
  ...(record.limitCountsPastOrders ? { limitCountsPastOrders: true } : {}),
});
