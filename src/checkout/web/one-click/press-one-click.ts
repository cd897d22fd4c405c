/** One-click in a real browser; fetched with the first press. */
import type { AuthStore } from '../../../identity/web/auth-store.ts';
import { signedTransport } from '../../../identity/web/signed-transport.ts';
import { client } from '../../../platform/client.ts';
import { fetchTransport } from '../../../platform/web/fetch-transport.ts';
import { localValues } from '../../../platform/web/local-values.ts';
import { randomKey } from '../../../platform/web/random-key.ts';
import { oneClickCalls } from '../../one-click-contract.ts';
import { type OneClickOutcome, type OneClickPorts, type OneClickPurchase, runOneClick, type TellOneClick } from './one-click-run.ts';

/** A charge may take its time: longer than other calls, milliseconds. */
const TIMEOUT_MS = 30_000;

export function pressOneClick(
  purchase: OneClickPurchase,
  auth: AuthStore,
  tell: TellOneClick,
  onStep: OneClickPorts['onStep'],
): Promise<OneClickOutcome> {
  const calls = client(oneClickCalls, signedTransport(fetchTransport({ timeout: TIMEOUT_MS }), auth));
  return runOneClick(purchase, { calls, storage: localValues(), newKey: randomKey, tell, onStep });
}
