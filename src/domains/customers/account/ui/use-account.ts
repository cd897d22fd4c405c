import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { pageQueries } from '#lib/browser/query-cache.ts';
import { type Client, client, type Result } from '#lib/client.ts';
import type { RequestError } from '#ui/form/form-errors.ts';
import { accountContract } from '../contract.ts';

export type AccountCalls = Client<typeof accountContract>;

/** Returns the client of the account contract with the customer's token. */
export function useAccountClient(): AccountCalls {
  const auth = useAuthStore();
  return useMemo(() => client(accountContract, signedTransport(fetchTransport(), auth)), [auth]);
}

export interface AsyncState<Value> {
  /** Null while loading and after a failure. */
  readonly value: Value | null;
  /** Error message. */
  readonly error: string | null;
  /** Replaces the value with a newer response. */
  readonly replace: (value: Value) => void;
  /** Retries the request. */
  readonly again: () => void;
}

const UNREACHABLE = 'We can’t reach the shop. Please try again.';

/** Returns the response of a call, or message and code of its error. */
export async function toResult<Value>(
  asked: Promise<Result<Value, string>>,
): Promise<{ readonly value: Value } | { readonly error: string; readonly code: string }> {
  const result = await asked.catch(() => null);
  if (result === null) return { error: UNREACHABLE, code: 'unreachable' };
  return result.ok ? { value: result.value } : { error: result.title, code: result.code };
}

/** Loads a value and caches it by name. Shows the cached value until the new one has loaded. */
export function useAnswer<Value>(name: string, ask: () => Promise<Result<Value, string>>): AsyncState<Value> {
  const { user } = useAuth();
  const key = `${user?.sub} ${name}`;
  const [read, setRead] = useState<{ value: Value | null; error: string | null }>(() => ({ value: pageQueries.look(key), error: null }));
  /** Number of the latest request. Earlier responses are ignored. */
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

/** Loads a value of the account. `ask` must be a stable reference. */
export function useQuery<Value>(name: string, ask: (calls: AccountCalls) => Promise<Result<Value, string>>): AsyncState<Value> {
  const calls = useAccountClient();
  return useAnswer(
    name,
    useCallback(() => ask(calls), [calls, ask]),
  );
}

/** State of a mutation: in progress, and its error. */
export function useMutation() {
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  /** Runs the mutation. @returns true on success */
  const run = useCallback(async <Value>(asked: () => Promise<Result<Value, string>>, done: (value: Value) => void): Promise<boolean> => {
    setSubmitting(true);
    setFailure(null);
    const answer = await toResult(asked());
    setSubmitting(false);
    if ('error' in answer) {
      setFailure({ code: answer.code, message: answer.error });
      return false;
    }
    pageQueries.changed();
    done(answer.value);
    return true;
  }, []);
  return { isSubmitting, failure, error: failure?.message ?? null, run };
}
