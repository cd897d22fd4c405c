/** The cart as rules see it: cents, lines with what the catalogue says of them now. The wire's form stands in contract.ts. */
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { InventoryStatus } from '#domains/catalogue/model/record.ts';
import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { PricedLine } from '#domains/selling/promotions/model/discounts.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import type { Market } from '#markets/market.ts';
import type { DeclinedGift } from './declined-gifts.ts';

export interface CartLine {
  readonly id: string;
  readonly productId: number;
  readonly offerId: string;
  readonly quantity: number;
  readonly addedByPromotion: boolean;
  readonly offer: LineOffer;
  /** Price of a case and its RRP, cents. */
  readonly listCents: number;
  readonly comparisonCents: number | null;
  readonly inventoryStatus: InventoryStatus;
  /** Cases on hand, and those that no payment in progress holds. */
  readonly currentStock: number;
  readonly availableStock: number;
  readonly orderQuantityMaximum: number;
  /** Cases of the customer's past orders that count towards that limit, where the offer says so. */
  readonly boughtBefore?: number;
  /** Whom a gift card is for, where its buyer said so. */
  readonly gift?: GiftDetails;
}

/** What is stored of a cart, with everything its totals are derived from. */
export interface CartState {
  readonly id: string;
  readonly market: Market;
  readonly version: number;
  readonly customerId: number;
  readonly email: string | null;
  /** State code of the delivery, null where it is not known. */
  readonly region: string | null;
  readonly lines: readonly CartLine[];
  /** Coupons on the cart, in the order they were added. */
  readonly coupons: readonly Promotion[];
  /** Promotions that apply by themselves and that the shopper may have now. */
  readonly automatic: readonly Promotion[];
  /** Promotions with codes that tell of themselves beside a cart, on it or not. */
  readonly offered?: readonly Promotion[];
  /** Gifts that the shopper does not want, and the lines that those would be which could be had now. */
  readonly declined?: readonly DeclinedGift[];
  readonly declinedLines?: readonly CartLine[];
}

/** A line is a gift item if its sku contains GIFT (SPEC.md §3). */
export const isGiftSku = (sku: string): boolean => sku.includes('GIFT');
export const isGiftLine = (line: Pick<CartLine, 'offer'>): boolean => isGiftSku(line.offer.sku);

/** A line that promotions work on: neither a gift card nor their own gift. */
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
