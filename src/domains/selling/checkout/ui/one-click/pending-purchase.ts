/** The one-click purchase in progress, saved so that a reload or another tab continues it with the same idempotency key [CHK-3]. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { hasTexts, parseJsonObject } from '#lib/json.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { PENDING_PURCHASE_KEY } from './pending-purchase-key.ts';

/** The cart as the shopper saw it. */
export interface OneClickPurchase {
  readonly customerID: number;
  readonly market: Market;
  readonly cartId: string;
  readonly version: number;
  /** The total that the shopper saw, decimal. */
  readonly expectedTotal: number;
}

/**
 * How far a purchase is: a call is running, a call got no response, or the browser is leaving a path for the order or the payment page.
 */
type PurchaseStage =
  | { readonly kind: 'running' | 'unanswered' }
  | { readonly kind: 'leaving'; readonly url: string; readonly from: string };

export interface PendingPurchase {
  readonly purchase: OneClickPurchase;
  readonly key: string;
  /** Time of the click in ms since 1970. */
  readonly startedAt: number;
  readonly stage: PurchaseStage;
}

/** A purchase that was left for longer is not continued: nobody expects a charge for a click that long ago. */
const MAX_AGE_MS = 10 * 60_000;

const isPurchase = (value: unknown): value is OneClickPurchase =>
  hasTexts(value, ['market', 'cartId']) &&
  MARKETS.some((market) => market === value.market) &&
  ['customerID', 'version', 'expectedTotal'].every((name) => typeof value[name] === 'number');

const isStage = (value: unknown): value is PurchaseStage =>
  hasTexts(value, ['kind']) &&
  (value.kind === 'running' || value.kind === 'unanswered' || (value.kind === 'leaving' && hasTexts(value, ['url', 'from'])));

const isPending = (value: unknown): value is PendingPurchase =>
  hasTexts(value, ['key']) && typeof value.startedAt === 'number' && isPurchase(value.purchase) && isStage(value.stage);

/** Reads the purchase in progress. */
export function readPendingPurchase(storage: Pick<KeyValueStorage, 'read'>): PendingPurchase | null {
  const pending = parseJsonObject(storage.read(PENDING_PURCHASE_KEY));
  return isPending(pending) ? pending : null;
}

/** Saves the purchase in progress. */
export const savePendingPurchase = (storage: Pick<KeyValueStorage, 'write'>, pending: PendingPurchase): void =>
  storage.write(PENDING_PURCHASE_KEY, JSON.stringify(pending));

/** What a page with a purchase in progress depends on. */
export interface PageState {
  /** The customer's cart. Null if there is none, which is so once the order was placed. */
  readonly cart: { readonly id: string; readonly version: number } | null;
  readonly customerId: number;
  readonly market: Market;
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Returns true if a page continues the purchase. An order that may have been placed is looked up. A cart that is still there is bought if
 * it is as the shopper saw it and no failure was shown, after which only another click buys it.
 */
export function isResumable({ purchase, startedAt, stage }: PendingPurchase, { cart, customerId, market, now }: PageState): boolean {
  if (purchase.customerID !== customerId || purchase.market !== market || now - startedAt > MAX_AGE_MS) return false;
  if (cart?.id !== purchase.cartId) return true;
  return stage.kind === 'running' && cart.version === purchase.version;
}

/**
 * Returns the URL for which the browser was leaving when the shopper reloaded the page, else null.
 * @param reloadedPath path of the document, null if it was not loaded by a reload
 */
export const interruptedDestination = ({ stage }: PendingPurchase, reloadedPath: string | null): string | null =>
  stage.kind === 'leaving' && stage.from === reloadedPath ? stage.url : null;
