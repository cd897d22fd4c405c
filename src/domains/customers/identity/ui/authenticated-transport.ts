/** Calls of a signed-in customer carry their token; where the server no longer takes it, the customer is signed out here. */
import type { Transport } from '#lib/client.ts';
import type { AuthStore } from './auth-store.ts';

/** Only these codes end a sign-in (DECISIONS.md "Safer than the original"). */
const codeOf = (body: unknown): string => String((body as { code?: unknown } | null)?.code ?? '');

/** A transport that adds the token of the store, waiting where the store is still finding out. */
export function signedTransport(base: Transport, auth: Pick<AuthStore, 'getToken' | 'ended'>): Transport {
  return async (call, input, options) => {
    const bearer = options.bearer ?? (await auth.getToken());
    const answered = await base(call, input, bearer === null ? options : { ...options, bearer });
    if (bearer !== null && answered.status === 401 && codeOf(answered.body).startsWith('token_')) await auth.ended();
    return answered;
  };
}
