/** Puts what the database says of a cart into the form that the rules work on. */
import { isOnSale } from '../../catalogue/audience.ts';
import type { Promotion } from '../../coupons/promotion.ts';
import type { Market } from '../../market/market.ts';
import type { CartLine, CartState } from '../cart.ts';
import { type CartContents, type CartRow, toLine } from './cart-repository.ts';

/** The lines of a cart; what is off sale at `now` (milliseconds) counts as sold out. */
export const cartLines = (contents: CartContents, now: number): CartLine[] =>
  contents.lines.map((stored) => toLine(stored, isOnSale(stored, now)));

/** A cart with given lines and coupons. */
export const cartState = (
  row: CartRow,
  market: Market,
  contents: CartContents,
  lines: readonly CartLine[],
  coupons: readonly Promotion[],
): CartState => ({
  id: row.id,
  market,
  version: row.version,
  customerId: row.customer_id,
  email: row.email,
  region: row.region,
  lines,
  coupons,
  automatic: contents.automatic,
});
