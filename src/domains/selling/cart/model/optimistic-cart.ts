/**
 * Projects pending intents onto the last confirmed cart, with totals from the same rules as the server's [CART-11]. The wire format
 * has a promotion's discount but not its rule, so a percentage is derived from the amounts. The next response has the exact totals.
 */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import type { GiftDetails, GiftTag } from '#domains/selling/gift-cards/model/gift-details.ts';
import { type Action, type Promotion, UNRESTRICTED } from '#domains/selling/promotions/model/promotion.ts';
import { toCents } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import type { Cart, LineItem } from '../contract.ts';
import { type CartLine, type CartState, isGiftLine } from './cart.ts';
import { desiredQuantity, type Intents, type NewLine } from './line-intents.ts';
import { keyOf, lineKeyOf, PENDING_LINE_PREFIX } from './line-key.ts';
import { toCartResponse } from './to-cart-response.ts';

/** Stock of an offer whose hit has no number of cases: more than any real stock. */
const PLENTY = 100_000;

const centsOrNull = (decimal: number | null): number | null => (decimal === null ? null : toCents(decimal));

/** Returns the line that adding an offer would create. Its stock is that of the hit. */
export function lineOfHit(hit: CatalogueHit, gift?: GiftDetails): NewLine {
  const stock = hit.inventoryStatus === 'SOLD_OUT' ? 0 : (hit.casesLeft ?? PLENTY);
  return {
    productId: hit.id,
    offerId: hit.offerId,
    offer: {
      sku: hit.sku,
      brand: hit.brand,
      name: hit.name,
      vintage: hit.vintage,
      offerVariant: hit.offerVariant,
      category: hit.category,
      isSpirit: hit.isSpirit,
      packSize: hit.packSize,
      bottleMl: hit.bottleMl,
      imageUrl: hit.imageUrl,
      url: hit.url,
      skuType: CATEGORIES[hit.category].kind === 'gift' ? 'digital' : 'physical',
      hideRRP: hit.packRRP === null,
      secret: hit.secret,
    },
    listCents: toCents(hit.packPrice),
    comparisonCents: centsOrNull(hit.packRRP),
    inventoryStatus: hit.inventoryStatus,
    currentStock: stock,
    availableStock: stock,
    orderQuantityMaximum: hit.orderQuantityMaximum,
    ...(gift && { gift }),
  };
}

/** Converts a wire line to the form that rules work on. */
export function lineOfItem(item: LineItem): CartLine {
  return {
    id: item.id,
    productId: item.productId,
    offerId: item.offerId,
    quantity: item.quantity,
    addedByPromotion: item.addedByPromotion,
    offer: {
      sku: item.sku,
      brand: item.brand,
      name: item.name,
      vintage: item.vintage,
      offerVariant: item.offerVariant,
      category: item.category,
      isSpirit: item.isSpirit,
      packSize: item.packSize,
      bottleMl: item.bottleMl,
      imageUrl: item.imageUrl,
      url: item.slug,
      skuType: item.skuType,
      hideRRP: item.hideRRP,
      secret: item.hidden,
    },
    listCents: toCents(item.listPrice),
    comparisonCents: centsOrNull(item.comparisonPrice),
    inventoryStatus: item.inventoryStatus,
    currentStock: item.currentStock,
    availableStock: item.availableStock,
    orderQuantityMaximum: item.orderQuantityMaximum,
    ...(item.gift && { gift: withTag(item.gift) }),
  };
}

/** Returns the line that restoring an item would create. */
export function lineAgain(item: LineItem): NewLine {
  const { id: lineId, quantity: _, addedByPromotion: __, gift, ...line } = lineOfItem(item);
  return gift ? { ...line, giftBefore: { lineId, tag: gift } } : line;
}

/** Converts the gift tag of the wire format to gift details. Details that the wire format leaves out are empty. */
const withTag = (tag: GiftTag): GiftDetails => ({ recipientEmail: '', senderName: '', message: '', ...tag });

function promotionsOf(cart: Cart, lines: readonly CartLine[]): Promotion[] {
  let remaining = lines.reduce((sum, line) => sum + (isGiftLine(line) || line.addedByPromotion ? 0 : line.listCents * line.quantity), 0);
  return cart.promotions.map((entry, priority): Promotion => {
    const couponType = cart.coupons.find((coupon) => coupon.id === entry.id)?.couponType ?? 'promotion';
    const cents = toCents(entry.discountedAmount);
    const actions: Action[] = entry.freeShipping ? [{ kind: 'free_shipping' }] : [];
    if (cents > 0 && couponType === 'percentage_discount')
      actions.push({ kind: 'percentage', percent: Math.round((cents * 1000) / remaining) / 10 });
    else if (cents > 0) actions.push({ kind: 'amount', cents });
    remaining -= cents;
    return { ...UNRESTRICTED, id: entry.id, name: entry.name, code: entry.coupon, couponType, priority, stackable: true, actions };
  });
}

const EMPTY: Omit<CartState, 'market' | 'terms' | 'lines'> = {
  id: '',
  version: 0,
  customerId: 0,
  email: null,
  region: null,
  coupons: [],
  automatic: [],
};

/** Returns the cart after all intents; null if it is empty, the confirmed cart itself if there are no intents. */
export function projectCart(market: Market, terms: SellingTerms, cart: Cart | null, intents: Intents): Cart | null {
  if (intents.size === 0) return cart;
  const confirmed = (cart?.lineItems ?? []).map(lineOfItem);
  const restored = [...(cart?.lineItems ?? []), ...(cart?.declinedGifts ?? [])]
    .map((item) => ({ ...lineOfItem(item), quantity: desiredQuantity(cart, intents, keyOf(item)) }))
    .filter((line) => line.quantity > 0);
  const declinedLines = [...(cart?.lineItems.filter((item) => item.addedByPromotion) ?? []), ...(cart?.declinedGifts ?? [])]
    .filter((item) => desiredQuantity(cart, intents, keyOf(item)) === 0)
    .map(lineOfItem);
  const added = [...intents]
    .filter(([key]) => !lineKeyOf(cart, key))
    .flatMap(([key, { line }]): CartLine[] => {
      const quantity = desiredQuantity(cart, intents, key);
      if (!line || quantity <= 0) return [];
      const { giftBefore, ...rest } = line;
      const gift = giftBefore ? { gift: withTag(giftBefore.tag) } : {};
      return [{ ...rest, ...gift, id: `${PENDING_LINE_PREFIX}${key}`, quantity, addedByPromotion: false }];
    });
  const lines = [...restored, ...added];
  if (lines.length === 0) return null;
  if (!cart) return toCartResponse({ ...EMPTY, market, terms, lines }, true);
  const promotions = promotionsOf(cart, confirmed);
  const state: CartState = {
    id: cart.id,
    market,
    terms,
    version: cart.version,
    customerId: cart.customerId,
    email: cart.customerEmail,
    region: cart.region,
    lines,
    declinedLines,
    automatic: promotions.filter(({ code }) => code === null),
    coupons: promotions.filter(({ code }) => code !== null),
  };
  // The banners are those of the confirmed cart until the next response.
  return { ...toCartResponse(state, true), showOneClickCheckout: cart.showOneClickCheckout, banners: cart.banners };
}

/** Flags the products as sold out, and the cart as having a sold-out item [CART-38]. */
export function markSoldOut(cart: Cart | null, productIds: readonly number[]): Cart | null {
  if (!cart?.lineItems.some((item) => !item.isSoldOut && productIds.includes(item.productId))) return cart;
  const lineItems = cart.lineItems.map(
    (item): LineItem =>
      productIds.includes(item.productId) ? { ...item, isSoldOut: true, inventoryStatus: 'SOLD_OUT', availableStock: 0 } : item,
  );
  const soldOutIDs = [...new Set(lineItems.filter((item) => item.isSoldOut).map((item) => item.productId))];
  return { ...cart, lineItems, soldOutIDs, withSoldOutItem: true };
}
