/** One-click in a real browser; fetched with the first press. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client } from '#lib/client.ts';
import { type OneClickOutcome, type OneClickPorts, type OneClickPurchase, runOneClick, type TrackOneClick } from './run-one-click.ts';

/** A charge may take its time: longer than other calls, milliseconds. */
const TIMEOUT_MS = 30_000;

export function submitOneClick(
  purchase: OneClickPurchase,
  auth: AuthStore,
  tell: TrackOneClick,
  onStep: OneClickPorts['onStep'],
): Promise<OneClickOutcome> {
  const calls = client(oneClickContract, signedTransport(fetchTransport({ timeout: TIMEOUT_MS }), auth));
  return runOneClick(purchase, { calls, storage: createLocalStorage(), newKey: randomKey, tell, onStep });
}
