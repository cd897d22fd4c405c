/**
 * The cart that rules work on: amounts in cents, lines with current catalogue values. The wire format is defined in contract.ts.
 */
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { InventoryStatus } from '#domains/catalogue/model/record.ts';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { PricedLine } from '#domains/selling/promotions/model/discounts.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import type { DeclinedGift } from './declined-gifts.ts';

/** A line of a cart with the current values of its offer. */
export interface CartLine {
  readonly id: string;
  readonly productId: number;
  readonly offerId: string;
  readonly quantity: number;
  readonly addedByPromotion: boolean;
  readonly offer: LineOffer;
  /** Price and RRP of a case, cents. */
  readonly listCents: number;
  readonly comparisonCents: number | null;
  readonly inventoryStatus: InventoryStatus;
  /** Cases on hand, and cases that are not reserved by payments in progress. */
  readonly currentStock: number;
  readonly availableStock: number;
  readonly orderQuantityMaximum: number;
  /** Cases of the customer's past orders that count towards the limit, if the offer counts them. */
  readonly boughtBefore?: number;
  /** Recipient of a gift card, if the buyer entered one. */
  readonly gift?: GiftDetails;
}

/** The stored cart, with everything its totals depend on. */
export interface CartState {
  readonly id: string;
  readonly market: Market;
  /** Settings that its totals depend on. */
  readonly terms: SellingTerms;
  readonly version: number;
  readonly customerId: number;
  readonly email: string | null;
  /** State code of the delivery; null if unknown. */
  readonly region: string | null;
  readonly lines: readonly CartLine[];
  /** Coupons of the cart, in the order they were added. */
  readonly coupons: readonly Promotion[];
  /** Automatic promotions that the shopper is eligible for. */
  readonly automatic: readonly Promotion[];
  /** Promotions with codes and banners, whether or not they are on the cart. */
  readonly offered?: readonly Promotion[];
  /** Gifts that the shopper declined, and lines for those that are available now. */
  readonly declined?: readonly DeclinedGift[];
  readonly declinedLines?: readonly CartLine[];
}

/** Returns true for the sku of a gift line [CART-9]. */
export const isGiftSku = (sku: string): boolean => sku.includes('GIFT');
export const isGiftLine = (line: Pick<CartLine, 'offer'>): boolean => isGiftSku(line.offer.sku);

/** Returns true if promotions can apply to a line: it is neither a gift card nor a promotion's gift. */
export const isDiscountable = (line: CartLine): boolean => !line.addedByPromotion && !isGiftLine(line);

const toPricedLine = ({ offerId, productId, quantity, listCents, offer }: CartLine): PricedLine => ({
  offerId,
  productId,
  quantity,
  unitCents: listCents,
  category: offer.category,
  tags: offer.tags ?? [],
});

/** Returns the lines that promotions apply to. */
export const pricedLines = (lines: readonly CartLine[]): readonly PricedLine[] => lines.filter(isDiscountable).map(toPricedLine);
