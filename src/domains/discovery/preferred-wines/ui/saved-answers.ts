/** Where a taste is kept: with a customer's account, in a guest's browser otherwise; a guest's goes along at the first sign-in. */

import { identityContract } from '#domains/customers/identity/contract.ts';
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client, type Transport } from '#lib/client.ts';

const NAME = 'preferredWines';

export interface KeptAnswers {
  /** What was answered before; null where nothing was. */
  read(): Promise<readonly string[] | null>;
  write(answers: readonly string[]): Promise<void>;
}

const stringsOf = (value: unknown): string[] | null => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null);

function localAnswers(values: KeyValueStorage): string[] | null {
  try {
    return stringsOf(JSON.parse(values.read(NAME) ?? 'null'));
  } catch {
    return null;
  }
}

/** The answers of whoever is here. */
export function savedAnswers(
  auth: Pick<AuthStore, 'getToken' | 'ended'>,
  values: KeyValueStorage = createLocalStorage(),
  transport: Transport = fetchTransport(),
): KeptAnswers {
  const calls = client(identityContract, signedTransport(transport, auth));
  const writeOwn = async (answers: readonly string[]): Promise<boolean> => {
    const user_metadata = JSON.stringify({ preferred_wines: answers });
    return (await calls.updateMetadata({ user_metadata }, { idempotencyKey: randomKey() })).ok;
  };
  return {
    async read() {
      const local = localAnswers(values);
      if ((await auth.getToken()) === null) return local;
      const own = await calls.userWithMetadata({});
      if (!own.ok) return local;
      const kept = stringsOf(own.value.data.user_metadata.preferred_wines);
      if (kept !== null && kept.length > 0) return kept;
      if (local !== null && (await writeOwn(local))) values.remove(NAME);
      return local;
    },
    async write(answers) {
      if ((await auth.getToken()) !== null && (await writeOwn(answers))) values.remove(NAME);
      else values.write(NAME, JSON.stringify(answers));
    },
  };
}
