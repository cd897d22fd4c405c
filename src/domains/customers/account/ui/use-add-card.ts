import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { pageQueries } from '#lib/browser/query-cache.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { client } from '#lib/client.ts';
import { cardContract } from '../card-contract.ts';
import type { StoredInstrument } from '../contract.ts';
import { toResult } from './use-account.ts';

function useCardCalls() {
  const auth = useAuthStore();
  return useMemo(() => client(cardContract, signedTransport(fetchTransport(), auth)), [auth]);
}

/** Adds a card on the gateway's page. With a membership, the card pays for it afterwards. */
export function useAddCard() {
  const calls = useCardCalls();
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Idempotency key, reused until the server has responded. */
  const key = useRef<string | null>(null);
  const add = async (membershipId: string | null): Promise<void> => {
    setSubmitting(true);
    setError(null);
    key.current ??= randomKey();
    const answer = await toResult(calls.add({ membershipId }, { idempotencyKey: key.current }));
    if ('value' in answer) return location.assign(answer.value.data.nextUrl);
    key.current = null;
    setSubmitting(false);
    setError(answer.error);
  };
  return { isSubmitting: isSubmitting, error, add: (membershipId: string | null) => void add(membershipId) };
}

export interface Added {
  /** `asking` until the server responds, `failed` if the request failed. */
  readonly status: 'asking' | 'open' | 'kept' | 'given_up' | 'failed';
  readonly card: StoredInstrument | null;
  readonly paysClub: boolean;
  /** Error message. */
  readonly error: string | null;
}

const ASKING: Added = { status: 'asking', card: null, paysClub: false, error: null };

/** Returns the result of the setup in the URL after the return from the gateway's page; null if the URL has none. */
export function useAddedCard(onKept: () => void): { readonly added: Added | null; readonly again: () => void } {
  const calls = useCardCalls();
  const auth = useAuthStore();
  const [search, setSearch] = useSearchParams();
  const [added, setAdded] = useState<Added | null>(null);
  const setupId = search.get('added');
  const asked = useRef<string | null>(null);
  const kept = useRef(onKept);
  kept.current = onKept;

  const ask = useCallback(
    async (id: string): Promise<void> => {
      setAdded(ASKING);
      const answer = await toResult(calls.settle({ setupId: id }));
      if ('error' in answer) return setAdded({ ...ASKING, status: 'failed', error: answer.error });
      setAdded({ ...answer.value.data, error: null });
      if (answer.value.data.status !== 'kept') return;
      pageQueries.changed();
      auth.refreshAccountDetails();
      kept.current();
    },
    [calls, auth],
  );
  useEffect(() => {
    if (setupId === null || asked.current === setupId) return;
    asked.current = setupId;
    void ask(setupId);
    // Removes the parameter, so that a reload does not ask again.
    setSearch(
      (now) => {
        now.delete('added');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setupId, ask, setSearch]);
  return {
    added,
    again: () => {
      if (asked.current !== null) void ask(asked.current);
    },
  };
}
