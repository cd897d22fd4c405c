/** The loader of one's own account. */
import { valueOrThrow } from './load-call.ts';
import { peopleCalls } from './people-calls.ts';
import { ownAccountCalls } from './staff-calls.ts';

export async function loadAccount() {
  const [factors, sessions, keys] = await Promise.all([
    ownAccountCalls.myFactors({}),
    ownAccountCalls.mySessions({}),
    peopleCalls.apiKeys({}),
  ]);
  return { factors: valueOrThrow(factors), sessions: valueOrThrow(sessions).rows, keys: valueOrThrow(keys).rows };
}

export type OwnAccount = Awaited<ReturnType<typeof loadAccount>>;
