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
import { cardMessages as m } from '../messages.ts';
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
    const result = await toResult(calls.add({ membershipId }, { idempotencyKey: key.current }));
    if ('value' in result) return location.assign(result.value.data.nextUrl);
    key.current = null;
    setSubmitting(false);
    setError(result.error);
  };
  return { isSubmitting, error, add: (membershipId: string | null) => void add(membershipId) };
}

interface Added {
  /** `checking` until the server responds, `failed` if the request failed. */
  readonly status: 'checking' | 'open' | 'kept' | 'given_up' | 'failed';
  readonly card: StoredInstrument | null;
  readonly paysClub: boolean;
  /** Error message. */
  readonly error: string | null;
}

const CHECKING: Added = { status: 'checking', card: null, paysClub: false, error: null };

/** Returns the result of the setup in the URL after the return from the gateway's page; null if the URL has none. */
function useAddedCard(onSaved: () => void): { readonly added: Added | null; readonly retry: () => void } {
  const calls = useCardCalls();
  const auth = useAuthStore();
  const [search, setSearch] = useSearchParams();
  const [added, setAdded] = useState<Added | null>(null);
  const setupId = search.get('added');
  const checkedId = useRef<string | null>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const check = useCallback(
    async (id: string): Promise<void> => {
      setAdded(CHECKING);
      const result = await toResult(calls.settle({ setupId: id }));
      if ('error' in result) return setAdded({ ...CHECKING, status: 'failed', error: result.error });
      setAdded({ ...result.value.data, error: null });
      if (result.value.data.status !== 'kept') return;
      pageQueries.changed();
      auth.refreshAccountDetails();
      saved.current();
    },
    [calls, auth],
  );
  useEffect(() => {
    if (setupId === null || checkedId.current === setupId) return;
    checkedId.current = setupId;
    void check(setupId);
    // Removes the parameter, so that a reload does not check again.
    setSearch(
      (now) => {
        now.delete('added');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setupId, check, setSearch]);
  return {
    added,
    retry: () => {
      if (checkedId.current !== null) void check(checkedId.current);
    },
  };
}

interface AddedCardProps {
  /** Called when the card has been saved. */
  readonly onSaved: () => void;
}

/** Shows the result of adding a card after the return from the gateway's page. */
export function AddedCard({ onSaved }: AddedCardProps) {
  const { added, retry } = useAddedCard(onSaved);
  if (added === null || added.status === 'checking') return null;
  const { status, card, paysClub, error } = added;
  if (status === 'kept')
    return (
      <p className="account-note is-success" role="status">
        {m.saved(card ? m.name(card.brand, card.last4) : m.anyCard, paysClub)}
      </p>
    );
  if (status === 'given_up')
    return (
      <p className="account-note" role="status">
        {m.notAdded}
      </p>
    );
  return (
    <div className="account-note" role="alert">
      <p>{error ?? m.pending}</p>
      <p>
        <button type="button" className="button button-outline" onClick={retry}>
          {m.checkAgain}
        </button>
      </p>
    </div>
  );
}
