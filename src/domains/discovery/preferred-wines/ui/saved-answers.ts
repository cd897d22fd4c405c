/** Saves answers in the customer's account, or in a guest's browser. The first sign-in moves a guest's answers to the account. */
import { identityContract } from '#domains/customers/identity/contract.ts';
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client, type Transport } from '#lib/client.ts';

const NAME = 'preferredWines';

export interface SavedAnswers {
  /** Returns the saved answers, or null. */
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

/** Creates the store of the current shopper's answers. */
export function savedAnswers(
  auth: Pick<AuthStore, 'getToken' | 'ended'>,
  values: KeyValueStorage = createLocalStorage(),
  transport: Transport = fetchTransport(),
): SavedAnswers {
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
      const saved = stringsOf(own.value.data.user_metadata.preferred_wines);
      if (saved !== null && saved.length > 0) return saved;
      if (local !== null && (await writeOwn(local))) values.remove(NAME);
      return local;
    },
    async write(answers) {
      if ((await auth.getToken()) !== null && (await writeOwn(answers))) values.remove(NAME);
      else values.write(NAME, JSON.stringify(answers));
    },
  };
}
