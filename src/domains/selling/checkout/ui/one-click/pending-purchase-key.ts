import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';

/** Where the purchase in progress is stored. Apart from its code, which pages without such a purchase do not load. */
export const PENDING_PURCHASE_KEY = 'one-click-checkout';

/** Returns true if there may be a purchase in progress. */
export const hasPendingPurchase = (storage: Pick<KeyValueStorage, 'read'>): boolean => storage.read(PENDING_PURCHASE_KEY) !== null;

/** Clears the purchase in progress: it has ended, or its customer signs out. */
export const clearPendingPurchase = (storage: Pick<KeyValueStorage, 'remove'>): void => storage.remove(PENDING_PURCHASE_KEY);
