/** Paywalls that this browser has unlocked: unlock tokens by path in local storage [ID-35]. */
import { useCallback, useEffect, useState } from 'react';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import { accessContract } from '../contract.ts';

const KEPT_AS = 'paywall-proofs';

/** Result of an unlock: 200 and 409 open the page [ACCESS-13], any other status becomes 500 [ACCESS-15]. */
export interface Unlocked {
  readonly status: 200 | 409 | 500;
  readonly message: string;
  /** Message for the shopper if the unlock failed. */
  readonly says: string | null;
  readonly proofs: Readonly<Record<string, string>>;
}

const FAILED = { status: 500, message: 'Internal Server Error', proofs: {} } as const;
const UNREACHABLE = 'We could not be reached. Please try again.';

/** Sends a password. Never rejects. */
export async function unlockPaywall(
  transport: Transport,
  input: { readonly email: string; readonly password: string; readonly path: string },
): Promise<Unlocked> {
  try {
    const { status, body } = await transport(accessContract.unlockPaywall, input, {});
    const told = body as { message?: string; title?: string; pages?: readonly { path: string; proof: string }[] } | null;
    if (status !== 200 && status !== 409) return { ...FAILED, says: told?.title ?? UNREACHABLE };
    const proofs = Object.fromEntries((told?.pages ?? []).map(({ path, proof }) => [path, proof]));
    return { status, message: told?.message ?? '', says: null, proofs };
  } catch {
    return { ...FAILED, says: UNREACHABLE };
  }
}

/** Reads the stored unlock tokens. Ignores invalid data. */
export function loadUnlockTokens(values: KeyValueStorage): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(values.read(KEPT_AS) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

const keep = (values: KeyValueStorage, proofs: Readonly<Record<string, string>>): void => values.write(KEPT_AS, JSON.stringify(proofs));

export interface Paywall {
  readonly unLockedPaywall: boolean;
  /** Unlock token of the page; null if this browser has none. */
  readonly proof: string | null;
  readonly unlock: (email: string, password: string) => Promise<Unlocked>;
  /** Deletes the page's unlock token after the server rejected it. */
  readonly forget: () => void;
}

/** State and actions of a page's paywall. */
export function usePaywall(path: string): Paywall {
  const [unlockToken, setProof] = useState<string | null>(null);
  useEffect(() => setProof(loadUnlockTokens(createLocalStorage())[path] ?? null), [path]);
  const unlock = useCallback(
    async (email: string, password: string): Promise<Unlocked> => {
      const unlocked = await unlockPaywall(fetchTransport(), { email, password, path });
      const values = createLocalStorage();
      if (unlocked.status !== 500) keep(values, { ...loadUnlockTokens(values), ...unlocked.proofs });
      setProof(unlocked.proofs[path] ?? null);
      return unlocked;
    },
    [path],
  );
  const forget = useCallback(() => {
    const values = createLocalStorage();
    const { [path]: _, ...others } = loadUnlockTokens(values);
    keep(values, others);
    setProof(null);
  }, [path]);
  return { unLockedPaywall: unlockToken !== null, proof: unlockToken, unlock, forget };
}
