/** One-click in a real browser; fetched with the first press. */
import type { AuthStore } from '../../../identity/web/auth-store.ts';
import { signedTransport } from '../../../identity/web/signed-transport.ts';
import { client } from '../../../platform/client.ts';
import { fetchTransport } from '../../../platform/web/fetch-transport.ts';
import { createLocalStorage } from '../../../platform/web/local-values.ts';
import { randomKey } from '../../../platform/web/random-key.ts';
import { oneClickContract } from '../../one-click-contract.ts';
import { type OneClickOutcome, type OneClickPorts, type OneClickPurchase, runOneClick, type TrackOneClick } from './one-click-run.ts';

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
