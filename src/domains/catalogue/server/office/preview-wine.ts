/** Shows a wine, saved or not, as a shopper would see it. */
import {
  type AudienceShopper,
  canSeeSecretOffers,
  GUEST,
  hasBegun,
  isTierEligible,
  needsLogin,
} from '#domains/catalogue/model/audience.ts';
import { priceIn, toHit } from '#domains/catalogue/model/hit.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import type { HiddenReason, Viewer } from '#domains/catalogue/model/wine-preview.ts';
import { drawOffer, drawOfferCase } from '#domains/catalogue/server/pictures/draw-offer.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { territoriesOf } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { stockOfProduct } from './wine.repository.ts';

/** Returns the shopper that a viewer stands for. */
const shopperOf = (viewer: Viewer): AudienceShopper =>
  viewer === 'GUEST' ? GUEST : viewer === 'STAFF' ? { tier: null, isStaff: true } : { tier: viewer, isStaff: false };

/** Reasons for which a wine is not visible; the others only keep a shopper from buying it. */
const HIDING: ReadonlySet<HiddenReason> = new Set(['audience', 'secret', 'tier', 'not_begun', 'ended', 'not_sold']);

function reasonsOf(record: OfferRecord, market: Market, shopper: AudienceShopper, available: number, now: number): HiddenReason[] {
  const checks: readonly (readonly [HiddenReason, boolean])[] = [
    ['audience', !territoriesOf(record.audience).includes(market)],
    ['secret', record.secret && !canSeeSecretOffers(market, shopper)],
    ['tier', !isTierEligible(record.tiersEligible, shopper)],
    ['not_sold', record.prices[market] === undefined],
    ['not_begun', !hasBegun(record, now)],
    ['ended', record.endsAt !== null && Date.parse(record.endsAt) <= now],
    ['sign_in', needsLogin(record, shopper)],
    ['sold_out', available <= 0 || record.inventoryStatus === 'SOLD_OUT'],
  ];
  return checks.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Returns what a viewer sees of a record in a market, and its drawings. */
export async function previewWine(
  db: Queryable,
  { record, market, viewer }: { readonly record: OfferRecord; readonly market: Market; readonly viewer: Viewer },
  shopName: string,
) {
  const [stock] = await stockOfProduct(db, record.productId, [market]);
  const available = stock ? stock.level - stock.reserved : 0;
  const reasons = reasonsOf(record, market, shopperOf(viewer), available, Date.now());
  const price = priceIn(record, market);
  return {
    hit: price && toHit(record, { ...price, available }, pictureVersion(record)),
    isVisible: !reasons.some((reason) => HIDING.has(reason)),
    reasons,
    bottle: drawOffer(record, shopName).svg,
    case: drawOfferCase(record, shopName).svg,
  };
}
