/** Runs one-click checkout in the browser. Loaded with the first click. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client } from '#lib/client.ts';
import { type OneClickDeps, type OneClickPurchase, type OneClickResult, runOneClick, type TrackOneClick } from './run-one-click.ts';

/** Longer than for other calls, because a charge takes time. */
const TIMEOUT_MS = 30_000;

/** Runs a purchase with the customer's token and the browser's storage. */
export function submitOneClick(
  purchase: OneClickPurchase,
  auth: AuthStore,
  track: TrackOneClick,
  onStep: OneClickDeps['onStep'],
): Promise<OneClickResult> {
  const calls = client(oneClickContract, signedTransport(fetchTransport({ timeout: TIMEOUT_MS }), auth));
  return runOneClick(purchase, { calls, storage: createLocalStorage(), newKey: randomKey, track, onStep });
}
