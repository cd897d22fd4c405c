/** Runs one-click checkout in the browser. Loaded with the first click. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client } from '#lib/client.ts';
import type { OneClickPurchase } from './pending-purchase.ts';
import { clearPendingPurchase } from './pending-purchase-key.ts';
import { type OneClickDeps, type OneClickResult, runOneClick, type TrackOneClick } from './run-one-click.ts';

/** Longer than for other calls, because a charge takes time. */
const TIMEOUT_MS = 30_000;

/** Navigates. The browser may show this page again as it was left, when the shopper comes back: then the purchase has ended. */
function leave(url: string, onReturn: () => void): void {
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    removeEventListener('pageshow', handlePageShow);
    clearPendingPurchase(createLocalStorage());
    onReturn();
  };
  addEventListener('pageshow', handlePageShow);
  location.assign(url);
}

/**
 * Runs a purchase with the customer's token and the browser's storage, and navigates to the order or to the payment page.
 * @param onReturn called if the shopper comes back to this page as it was left
 * @returns the failure, or null if the browser leaves the page
 */
export async function submitOneClick(
  purchase: OneClickPurchase,
  auth: AuthStore,
  track: TrackOneClick,
  onStep: OneClickDeps['onStep'],
  onReturn: () => void,
): Promise<Extract<OneClickResult, { kind: 'failed' }> | null> {
  const calls = client(oneClickContract, signedTransport(fetchTransport({ timeout: TIMEOUT_MS }), auth));
  const result = await runOneClick(purchase, {
    calls,
    storage: createLocalStorage(),
    newKey: randomKey,
    now: Date.now,
    path: () => location.pathname,
    track,
    onStep,
  });
  if (result.kind === 'failed') return result;
  leave(result.url, onReturn);
  return null;
}
