/**
 * Delivery fees and free delivery, by the number of cases or by the order value, depending on the market. A coupon, a promotion rule or
 * an applied banner makes delivery free in every market [SHIP-9]. Amounts are cents.
 */
import type { ShippingTable } from '#markets/definition.ts';

export interface ShippingRequest {
  /** State code of the delivery. Null if it is not known yet. */
  readonly region: string | null;
  /** Cases that count towards free delivery (`casesThatCount`). */
  readonly cases: number;
  /** Order value after discounts. */
  readonly orderCents: number;
  readonly isGiftCardOnly: boolean;
  /** A free_shipping coupon, a promotion rule with free shipping, or an applied banner that grants it. */
  readonly grantedFree: boolean;
}

export interface Shipping {
  readonly cents: number;
  readonly isFree: boolean;
  /** Why it is free, or what makes it free [SHIP-13]. May be empty. */
  readonly message: string;
}

/** Formats what is missing for free delivery: `add 1 more case`, `add 2 more cases`. */
const addMore = (missing: number): string => `add ${missing} more case${missing === 1 ? '' : 's'}`;

/** Returns the fee of a delivery that is not free. */
export const deliveryFee = ({ regions, defaultCents }: ShippingTable, region: string | null): number =>
  region !== null && Object.hasOwn(regions, region) ? (regions[region] ?? defaultCents) : defaultCents;

/** The properties of a line that free delivery depends on. */
export interface CountedLine {
  readonly quantity: number;
  readonly packSize: number;
  readonly isGift: boolean;
}

/** Adds up quantities: without gift lines, with spirits, with single bottles if the market counts them [SHIP-6, SHIP-7]. */
export const casesThatCount = (lines: readonly CountedLine[], { singleBottlesCount }: Pick<ShippingTable, 'singleBottlesCount'>): number =>
  lines.reduce((sum, { quantity, packSize, isGift }) => sum + (isGift || (packSize === 1 && !singleBottlesCount) ? 0 : quantity), 0);

/** Calculates the delivery charge of a cart [SHIP-5, SHIP-10]. */
export function shippingOf(request: ShippingRequest, table: ShippingTable): Shipping {
  if (request.isGiftCardOnly) return { cents: 0, isFree: false, message: '' };
  const byCases = table.freeFromCases !== null && request.cases >= table.freeFromCases;
  const byValue = table.freeFromCents !== null && request.orderCents >= table.freeFromCents;
  if (byCases || byValue) return { cents: 0, isFree: true, message: table.freeMessage };
  if (request.grantedFree) return { cents: 0, isFree: true, message: '' };
  const missing = table.freeFromCases === null ? 0 : table.freeFromCases - request.cases;
  return {
    cents: deliveryFee(table, request.region),
    isFree: false,
    message: missing > 0 && request.cases > 0 ? addMore(missing) : '',
  };
}
