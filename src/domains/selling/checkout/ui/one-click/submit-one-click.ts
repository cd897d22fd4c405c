/** Runs one-click checkout in the browser. Loaded with the first click. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import type { PropertiesOf } from '#domains/outbound/analytics/model/events.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client } from '#lib/client.ts';
import type { OneClickPurchase } from './pending-purchase.ts';
import { clearPendingPurchase } from './pending-purchase-key.ts';
import { type OneClickDeps, runOneClick } from './run-one-click.ts';

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

/** A changed total that the shopper was shown and accepts with the next click. */
export interface AcceptedTotal {
  readonly cartId: string;
  readonly version: number;
  readonly total: number;
}

const trackStep: OneClickDeps['track'] = (event, properties) => track(event, properties as PropertiesOf<typeof event>);

/**
 * Runs a purchase with the customer's token and the browser's storage, and navigates to the order or to the payment page.
 * @param accepted the total that the last purchase was refused for, and that the next one accepts
 * @param onEnd called with the message of a failure, or null if the shopper comes back to this page as it was left
 */
export async function submitOneClick(
  purchase: OneClickPurchase,
  accepted: { current: AcceptedTotal | null },
  auth: AuthStore,
  onStep: OneClickDeps['onStep'],
  onEnd: (failure: string | null) => void,
): Promise<void> {
  const calls = client(oneClickContract, signedTransport(fetchTransport({ timeout: TIMEOUT_MS }), auth));
  const { cartId, version } = purchase;
  const { current } = accepted;
  const expectedTotal = current?.cartId === cartId && current.version === version ? current.total : purchase.expectedTotal;
  const result = await runOneClick(
    { ...purchase, expectedTotal },
    {
      calls,
      storage: createLocalStorage(),
      newKey: randomKey,
      now: Date.now,
      path: () => location.pathname,
      track: trackStep,
      onStep,
    },
  );
  if (result.kind === 'leave') return leave(result.url, () => onEnd(null));
  accepted.current = result.total === null ? null : { cartId, version, total: result.total };
  onEnd(result.message);
}
