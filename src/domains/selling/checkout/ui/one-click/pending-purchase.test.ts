import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import {
  interruptedDestination,
  isResumable,
  type PageState,
  type PendingPurchase,
  readPendingPurchase,
  savePendingPurchase,
} from './pending-purchase.ts';
import { clearPendingPurchase, hasPendingPurchase, PENDING_PURCHASE_KEY } from './pending-purchase-key.ts';

const RUNNING: PendingPurchase = {
  purchase: { customerID: 7, market: 'AU', cartId: 'c1', version: 3, expectedTotal: 129.9 },
  key: 'key',
  startedAt: 1_000,
  stage: { kind: 'running' },
};
const UNANSWERED: PendingPurchase = { ...RUNNING, stage: { kind: 'unanswered' } };
const LEAVING: PendingPurchase = { ...RUNNING, stage: { kind: 'leaving', url: '/order/o1', from: '/cart' } };
const PAGE: PageState = { cart: { id: 'c1', version: 3 }, customerId: 7, market: 'AU', now: 2_000 };

describe('a pending one-click purchase', () => {
  test('is read as it was saved until it is cleared', () => {
    const storage = createMemoryStorage();

    for (const pending of [RUNNING, UNANSWERED, LEAVING]) {
      savePendingPurchase(storage, pending);
      expect(readPendingPurchase(storage)).toEqual(pending);
      expect(hasPendingPurchase(storage)).toBe(true);
    }

    clearPendingPurchase(storage);
    expect(hasPendingPurchase(storage)).toBe(false);
  });

  test.each([
    ['an earlier build', { purchase: RUNNING.purchase, key: 'key' }],
    ['an unknown stage', { ...RUNNING, stage: { kind: 'other' } }],
    ['a stage without its URL', { ...RUNNING, stage: { kind: 'leaving' } }],
    ['an unknown market', { ...RUNNING, purchase: { ...RUNNING.purchase, market: 'XX' } }],
  ])('is ignored if it has the form of %s', (_, stored) => {
    expect(readPendingPurchase(createMemoryStorage({ [PENDING_PURCHASE_KEY]: JSON.stringify(stored) }))).toBeNull();
  });

  test.each([
    { name: 'is resumed while the cart is as the shopper saw it', pending: RUNNING, page: {}, isResumed: true },
    { name: 'is resumed once the cart is gone', pending: RUNNING, page: { cart: null }, isResumed: true },
    { name: 'is resumed once there is another cart', pending: RUNNING, page: { cart: { id: 'c2', version: 1 } }, isResumed: true },
    { name: 'is not resumed if the cart has changed', pending: RUNNING, page: { cart: { id: 'c1', version: 4 } }, isResumed: false },
    { name: 'is not resumed without a click after a failure', pending: UNANSWERED, page: {}, isResumed: false },
    { name: 'finds the order after a failure', pending: UNANSWERED, page: { cart: null }, isResumed: true },
    { name: 'is not resumed for another customer', pending: RUNNING, page: { customerId: 8 }, isResumed: false },
    { name: 'is not resumed in another market', pending: RUNNING, page: { market: 'SG' as const }, isResumed: false },
    { name: 'is not resumed a long time after the click', pending: RUNNING, page: { now: 3_600_000 }, isResumed: false },
  ])('$name [CHK-3]', ({ pending, page, isResumed }) => {
    expect(isResumable(pending, { ...PAGE, ...page })).toBe(isResumed);
  });

  test('leads on to its order only after a reload of the page that the browser was leaving', () => {
    expect(interruptedDestination(LEAVING, '/cart')).toBe('/order/o1');
    expect(interruptedDestination(LEAVING, '/order/o1')).toBeNull();
    expect(interruptedDestination(LEAVING, null)).toBeNull();
    expect(interruptedDestination(RUNNING, '/cart')).toBeNull();
  });
});
