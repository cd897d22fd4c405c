/** Transport that adds the customer's token [API-14] and signs out here if the server rejects it. */
import type { Transport } from '#lib/client.ts';
import type { AuthStore } from './auth-store.ts';

/** Only codes that start with `token_` sign the shopper out [ID-28]. */
const codeOf = (body: unknown): string => String((body as { code?: unknown } | null)?.code ?? '');

/** Creates the transport. Calls wait while the store is loading. */
export function signedTransport(base: Transport, auth: Pick<AuthStore, 'getToken' | 'ended'>): Transport {
  return async (call, input, options) => {
    const bearer = options.bearer ?? (await auth.getToken());
    const answered = await base(call, input, bearer === null ? options : { ...options, bearer });
    if (bearer !== null && answered.status === 401 && codeOf(answered.body).startsWith('token_')) await auth.ended();
    return answered;
  };
}
