import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { pageQueries } from '#lib/browser/query-cache.ts';
import { type Client, client, type Result } from '#lib/client.ts';
import { accountContract } from '../contract.ts';

export type AccountCalls = Client<typeof accountContract>;

/** The account's calls with the customer's token. */
export function useAccountClient(): AccountCalls {
  const auth = useAuthStore();
  return useMemo(() => client(accountContract, signedTransport(fetchTransport(), auth)), [auth]);
}

export interface AsyncState<Value> {
  /** Null while it is read, and where it could not be. */
  readonly value: Value | null;
  /** Why not, in a sentence. */
  readonly error: string | null;
  /** Put a newer answer in its place. */
  readonly replace: (value: Value) => void;
  /** Ask once more. */
  readonly again: () => void;
}

const UNREACHABLE = 'We can’t reach the shop. Please try again.';

/** A call's answer, or the sentence and code of why there is none. */
export async function toResult<Value>(
  asked: Promise<Result<Value, string>>,
): Promise<{ readonly value: Value } | { readonly error: string; readonly code: string }> {
  const result = await asked.catch(() => null);
  if (result === null) return { error: UNREACHABLE, code: 'unreachable' };
  return result.ok ? { value: result.value } : { error: result.title, code: result.code };
}

/** Read something under a key of its own: what was read under it before is shown until the new answer is here. */
export function useAnswer<Value>(name: string, ask: () => Promise<Result<Value, string>>): AsyncState<Value> {
  const { user } = useAuth();
  const key = `${user?.sub} ${name}`;
  const [read, setRead] = useState<{ value: Value | null; error: string | null }>(() => ({ value: pageQueries.look(key), error: null }));
  /** The question whose answer counts. */
  const latest = useRef(0);
  const again = useCallback(async (): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    const kept = pageQueries.look<Value>(key);
    setRead({ value: kept, error: null });
    if (pageQueries.isFresh(key)) return;
    let error: string | null = null;
    const value = await pageQueries.read(key, async () => {
      const answer = await toResult(ask());
      if ('value' in answer) return answer.value;
      error = answer.error;
      return null;
    });
    if (own !== latest.current) return;
    if (value !== null) setRead({ value, error: null });
    else if (kept === null) setRead({ value: null, error: error ?? UNREACHABLE });
  }, [key, ask]);
  useEffect(() => {
    void again();
    return () => {
      latest.current += 1;
    };
  }, [again]);
  const replace = useCallback(
    (value: Value) => {
      pageQueries.put(key, value);
      setRead({ value, error: null });
    },
    [key],
  );
  return { ...read, replace, again: () => void again() };
}

/** Read something of the account; `ask` must keep its identity while it asks for the same. */
export function useQuery<Value>(name: string, ask: (calls: AccountCalls) => Promise<Result<Value, string>>): AsyncState<Value> {
  const calls = useAccountClient();
  return useAnswer(
    name,
    useCallback(() => ask(calls), [calls, ask]),
  );
}

/** A change that a button or form asks for: whether it is under way, and what was refused. */
export function useMutation() {
  const [isSubmitting, setSubmitting] = useState(false);
  const [refused, setRefused] = useState<{ readonly error: string; readonly code: string } | null>(null);
  /** Gives whether it was done. */
  const run = useCallback(async <Value>(asked: () => Promise<Result<Value, string>>, done: (value: Value) => void): Promise<boolean> => {
    setSubmitting(true);
    setRefused(null);
    const answer = await toResult(asked());
    setSubmitting(false);
    if ('error' in answer) {
      setRefused(answer);
      return false;
    }
    pageQueries.changed();
    done(answer.value);
    return true;
  }, []);
  return { isSubmitting: isSubmitting, error: refused?.error ?? null, code: refused?.code ?? null, run };
}
