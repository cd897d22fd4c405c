/** Paywalls that this browser has unlocked: unlock tokens by path in local storage [ID-35]. */
import { useCallback, useEffect, useState } from 'react';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import { accessContract } from '../contract.ts';
import { paywallMessages } from '../messages.ts';

const STORAGE_KEY = 'paywall-proofs';

/** Result of an unlock: 200 and 409 open the page [ACCESS-13], any other status becomes 500 [ACCESS-15]. */
export interface Unlocked {
  readonly status: 200 | 409 | 500;
  readonly message: string;
  /** Message for the shopper if the unlock failed. */
  readonly error: string | null;
  readonly proofs: Readonly<Record<string, string>>;
}

const FAILED = { status: 500, message: 'Internal Server Error', proofs: {} } as const;

/** Sends a password. Never rejects. */
export async function unlockPaywall(
  transport: Transport,
  input: { readonly email: string; readonly password: string; readonly path: string },
): Promise<Unlocked> {
  try {
    const { status, body } = await transport(accessContract.unlockPaywall, input, {});
    const response = body as { message?: string; title?: string; pages?: readonly { path: string; proof: string }[] } | null;
    if (status !== 200 && status !== 409) return { ...FAILED, error: response?.title ?? paywallMessages.unreachable };
    const unlockTokens = Object.fromEntries((response?.pages ?? []).map(({ path, proof }) => [path, proof]));
    return { status, message: response?.message ?? '', error: null, proofs: unlockTokens };
  } catch {
    return { ...FAILED, error: paywallMessages.unreachable };
  }
}

/** Reads the stored unlock tokens. Ignores invalid data. */
export function loadUnlockTokens(values: KeyValueStorage): Readonly<Record<string, string>> {
  try {
    const stored: unknown = JSON.parse(values.read(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

const save = (values: KeyValueStorage, unlockTokens: Readonly<Record<string, string>>): void =>
  values.write(STORAGE_KEY, JSON.stringify(unlockTokens));

export interface Paywall {
  readonly unLockedPaywall: boolean;
  /** Unlock token of the page; null if this browser has none. */
  readonly unlockToken: string | null;
  readonly unlock: (email: string, password: string) => Promise<Unlocked>;
  /** Deletes the page's unlock token after the server rejected it. */
  readonly removeToken: () => void;
}

/** State and actions of a page's paywall. */
export function usePaywall(path: string): Paywall {
  const [unlockToken, setUnlockToken] = useState<string | null>(null);
  useEffect(() => setUnlockToken(loadUnlockTokens(createLocalStorage())[path] ?? null), [path]);
  const unlock = useCallback(
    async (email: string, password: string): Promise<Unlocked> => {
      const unlocked = await unlockPaywall(fetchTransport(), { email, password, path });
      const values = createLocalStorage();
      if (unlocked.status !== 500) save(values, { ...loadUnlockTokens(values), ...unlocked.proofs });
      setUnlockToken(unlocked.proofs[path] ?? null);
      return unlocked;
    },
    [path],
  );
  const removeToken = useCallback(() => {
    const values = createLocalStorage();
    const { [path]: _, ...others } = loadUnlockTokens(values);
    save(values, others);
    setUnlockToken(null);
  }, [path]);
  return { unLockedPaywall: unlockToken !== null, unlockToken, unlock, removeToken };
}
