/**
 * What delivery costs and when it is free (SPEC.md §9). Free by case count is the AU rule, by order value the SG rule;
 * coupon, promotion rule and applied banner work in both (DECISIONS.md "Sites and markets"). Cents.
 */
import type { Market } from '#markets/market.ts';

export interface ShippingTable {
  readonly defaultCents: number;
  /** Other amounts by state code. */
  readonly regions: Readonly<Record<string, number>>;
  /** Free from this many cases; null where cases do not count. */
  readonly freeFromCases: number | null;
  /** Free from this order value, after discounts; null where value does not count. */
  readonly freeFromCents: number | null;
  /** Whether offers sold by the single bottle count as cases. */
  readonly singleBottlesCount: boolean;
  readonly freeMessage: string;
}

export const SHIPPING: Readonly<Record<Market, ShippingTable>> = {
  AU: {
    defaultCents: 9_90,
    regions: { QLD: 14_90, WA: 14_90 },
    freeFromCases: 3,
    freeFromCents: null,
    singleBottlesCount: true,
    freeMessage: 'Free because you ordered 3 or more cases.',
  },
  SG: {
    defaultCents: 5_00,
    regions: {},
    freeFromCases: null,
    freeFromCents: 200_00,
    singleBottlesCount: true,
    freeMessage: 'Free because your order is over $200!',
  },
};

export interface ShippingRequest {
  readonly market: Market;
  /** State code of the delivery, null where it is not known yet. */
  readonly region: string | null;
  /** Cases that count towards free delivery (`casesThatCount`). */
  readonly cases: number;
  /** What is left after discounts. */
  readonly orderCents: number;
  readonly isGiftCardOnly: boolean;
  /** A free_shipping coupon, a promotion rule with free shipping, or an applied banner that grants it. */
  readonly grantedFree: boolean;
}

export interface Shipping {
  readonly cents: number;
  readonly isFree: boolean;
  /** Why it is free, or what would make it free; empty where there is nothing to say. */
  readonly message: string;
}

/** `add 1 more case`, `add 2 more cases`. */
const addMore = (missing: number): string => `add ${missing} more case${missing === 1 ? '' : 's'}`;

const feeFor = ({ regions, defaultCents }: ShippingTable, region: string | null): number =>
  region !== null && Object.hasOwn(regions, region) ? (regions[region] ?? defaultCents) : defaultCents;

/** What delivery costs where it is not free. */
export const deliveryFee = (market: Market, region: string | null): number => feeFor(SHIPPING[market], region);

/** A line as far as free delivery looks at it. */
export interface CountedLine {
  readonly quantity: number;
  readonly packSize: number;
  readonly isGift: boolean;
}

/** Sum of quantities, gift lines excluded, spirits included; single bottles where the market counts them. */
export const casesThatCount = (lines: readonly CountedLine[], { singleBottlesCount }: Pick<ShippingTable, 'singleBottlesCount'>): number =>
  lines.reduce((sum, { quantity, packSize, isGift }) => sum + (isGift || (packSize === 1 && !singleBottlesCount) ? 0 : quantity), 0);

/** Derives the delivery charge of a cart. */
export function shippingOf(request: ShippingRequest, table: ShippingTable = SHIPPING[request.market]): Shipping {
  if (request.isGiftCardOnly) return { cents: 0, isFree: false, message: '' };
  const byCases = table.freeFromCases !== null && request.cases >= table.freeFromCases;
  const byValue = table.freeFromCents !== null && request.orderCents >= table.freeFromCents;
  if (byCases || byValue) return { cents: 0, isFree: true, message: table.freeMessage };
  if (request.grantedFree) return { cents: 0, isFree: true, message: '' };
  const missing = table.freeFromCases === null ? 0 : table.freeFromCases - request.cases;
  return {
    cents: feeFor(table, request.region),
    isFree: false,
    message: missing > 0 && request.cases > 0 ? addMore(missing) : '',
  };
}
