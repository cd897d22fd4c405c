import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { getAuthStore, useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { pageQueries } from '#lib/browser/query-cache.ts';
import { type Client, client, type Result } from '#lib/client.ts';
import type { Contract } from '#lib/define-contract.ts';
import type { RequestError } from '#ui/form/form-errors.ts';
import { accountContract } from '../contract.ts';
import { accountMessages } from '../messages.ts';

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
  /** Repeats the request. */
  readonly reload: () => void;
}

/** Response of a call, or message and code of its error. */
type CallResult<Value> = { readonly value: Value } | { readonly error: string; readonly code: string };

/** Returns the response of a call, or message and code of its error. Never rejects. */
export async function toResult<Value>(request: Promise<Result<Value, string>>): Promise<CallResult<Value>> {
  const result = await request.catch(() => null);
  if (result === null) return { error: accountMessages.unreachable, code: 'unreachable' };
  return result.ok ? { value: result.value } : { error: result.title, code: result.code };
}

/** Loads a value and caches it by name. Shows the cached value until the new one has loaded. */
export function useCachedResult<Value>(name: string, load: () => Promise<Result<Value, string>>): AsyncState<Value> {
  const { user } = useAuth();
  const key = `${user?.sub} ${name}`;
  const [state, setState] = useState<{ value: Value | null; error: string | null }>(() => ({ value: pageQueries.peek(key), error: null }));
  /** Number of the latest request. Earlier responses are ignored. */
  const latest = useRef(0);
  const reload = useCallback(async (): Promise<void> => {
    latest.current += 1;
    const current = latest.current;
    const cached = pageQueries.peek<Value>(key);
    setState({ value: cached, error: null });
    if (pageQueries.isFresh(key)) return;
    let error: string | null = null;
    const value = await pageQueries.read(key, async () => {
      const result = await toResult(load());
      if ('value' in result) return result.value;
      error = result.error;
      return null;
    });
    if (current !== latest.current) return;
    if (value !== null) setState({ value, error: null });
    else if (cached === null) setState({ value: null, error: error ?? accountMessages.unreachable });
  }, [key, load]);
  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);
  const replace = useCallback(
    (value: Value) => {
      pageQueries.put(key, value);
      setState({ value, error: null });
    },
    [key],
  );
  return { ...state, replace, reload: () => void reload() };
}

/** Loads a value of the account. `load` must be a stable reference. */
export function useQuery<Value>(name: string, load: (calls: AccountCalls) => Promise<Result<Value, string>>): AsyncState<Value> {
  const calls = useAccountClient();
  return useCachedResult(
    name,
    useCallback(() => load(calls), [calls, load]),
  );
}

/**
 * Sends the form of a page from its `clientAction`, with the customer's token. Marks cached responses as stale.
 * @returns what the form receives through `useActionForm`
 */
export async function sendForm<T extends Contract, Value>(
  contract: T,
  send: (calls: Client<T>) => Promise<Result<Value, string>>,
): Promise<CallResult<Value>> {
  const result = await toResult(send(client(contract, signedTransport(fetchTransport(), getAuthStore()))));
  if ('value' in result) pageQueries.changed();
  return result;
}

/** Form that submits to the `clientAction` of its page. Calls `onDone` once for each success. */
export function useActionForm<Value>(onDone: (value: Value) => void) {
  const { Form, submit, state, data } = useFetcher<CallResult<Value>>();
  const isSubmitting = state !== 'idle';
  const handleDone = useRef(onDone);
  handleDone.current = onDone;
  const handled = useRef<unknown>(null);
  useEffect(() => {
    if (isSubmitting || !data || data === handled.current) return;
    handled.current = data;
    if ('value' in data) handleDone.current(data.value);
  }, [isSubmitting, data]);
  const failure: RequestError | null = !isSubmitting && data && 'error' in data ? { code: data.code, message: data.error } : null;
  return { Form, submit, isSubmitting, failure, error: failure?.message ?? null };
}

/** State of a mutation outside forms: in progress, and its error. */
export function useMutation() {
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  /** Runs the mutation. @returns true on success */
  const run = useCallback(async <Value>(send: () => Promise<Result<Value, string>>, done: (value: Value) => void): Promise<boolean> => {
    setSubmitting(true);
    setFailure(null);
    const result = await toResult(send());
    setSubmitting(false);
    if ('error' in result) {
      setFailure({ code: result.code, message: result.error });
      return false;
    }
    pageQueries.changed();
    done(result.value);
    return true;
  }, []);
  return { isSubmitting, failure, error: failure?.message ?? null, run };
}
