/**
 * An offer as shoppers get it: the catalogue hit of SPEC.md §3, and the detail page's fuller form.
 * Money is decimal here; `packPrice` is the price of a case (DECISIONS.md "Sites and markets").
 */
import type { Market } from '#markets/market.ts';
import type { CatalogueHit, OfferDetail } from '../contract.ts';
import { marketsOf } from './audience.ts';
import { CATEGORIES } from './category.ts';
import { photoPath } from './photo.ts';
import type { InventoryStatus, ListedRecord, OfferRecord } from './record.ts';
import { offerPath } from './slug.ts';

/** Below this many cases a shopper is told (SPEC.md §9). */
export const LOW_INVENTORY = 10;

/** What of an offer differs by market and moment. Cents. */
export interface OfferState {
  readonly packPriceCents: number;
  readonly packRrpCents: number | null;
  /** Cases on hand less those that payments in progress hold. */
  readonly available: number;
}

/** PRESELLING and AVAILABLE as recorded while there is stock, SOLD_OUT otherwise. */
export const statusOf = (recorded: InventoryStatus, available: number): InventoryStatus => (available > 0 ? recorded : 'SOLD_OUT');

/** A bottle's share of the case price, to a cent. */
export const bottlePriceCents = (packPriceCents: number, packSize: number): number => Math.round(packPriceCents / packSize);

/** What of a hit depends on market and moment. */
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
 * Hits of an offer, one for each market's state; `imageVersion` changes when its drawing does. What the markets share is made
 * once: a start makes them of the whole catalogue.
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

/** Make the hit of an offer in a market. */
export const toHit = (record: ListedRecord, state: OfferState, imageVersion: string): CatalogueHit => hitMaker(record, imageVersion)(state);

/** Make the detail of an offer in a market. */
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

/** Where an offer's drawing is served; the version makes the address new when the drawing changes. */
export const imagePath = (offerId: string, version: string, view: 'bottle' | 'case' = 'bottle'): string =>
  `/pictures/${view}/${offerId}.${version}.svg`;

/** Where the picture of an offer is served: the retailer's own, else its drawing. */
function offerImage({ offerId, pictures }: ListedRecord, version: string): string {
  const [own] = pictures ?? [];
  return own === undefined ? imagePath(offerId, version) : photoPath(own);
}

/** What shows that an RRP was recommended; null where that is not known. */
const evidenceOf = ({ rrpSource, rrpDate }: NonNullable<OfferRecord['prices']['AU']>): OfferDetail['rrpEvidence'] =>
  rrpSource === undefined || rrpDate === undefined ? null : { source: rrpSource, date: rrpDate };

/**
 * The price an offer has in a market, in cents; null where it is not sold there. An RRP counts only with its source and date: a price
 * that is struck through must be one that somebody recommended.
 */
export function priceIn(record: OfferRecord, market: Market): { packPriceCents: number; packRrpCents: number | null } | null {
  const price = record.prices[market];
  if (!price) return null;
  return {
    packPriceCents: Math.round(price.packPrice * 100),
    packRrpCents: price.packRRP === null || evidenceOf(price) === null ? null : Math.round(price.packRRP * 100),
  };
}

/** What carts and orders copy of an offer: who made it, what it is called, how it is sold. */
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
  /** Not on the wire: only promotions ask. */
  readonly tags?: readonly string[];
  /** Not on the wire either. */
  readonly limitCountsPastOrders?: true;
}

/** Make that copy. */
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
