/** Which sign-in a call belongs to, and whether its customer proved who they are a moment ago. */
import { decodeJwt } from 'jose';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { CLAIMS } from '../model/claims.ts';
import { THROTTLE_MINUTES } from '../model/hosted-messages.ts';
import type { Customer } from './customers.ts';
import { isPassword } from './password-hash.ts';
import { TENANT_CLAIMS } from './tenant-customers.ts';
import { type Attempt, claimAttempt, refundAttempt } from './throttle.ts';

const RECENT_SIGN_IN_MINUTES = 5;

/** The sign-in that a verified token belongs to; null for tokens of another identity service. */
export function signInOf({ bearer }: CallContext): string | null {
  const signIn = bearer === null ? null : decodeJwt(bearer)[CLAIMS.signIn];
  return typeof signIn === 'string' ? signIn : null;
}

/**
 * Asks for the password of an account. Accounts without one are known by their token alone.
 * @throws Refused `too_many_attempts`, `wrong_password`
 */
export async function confirmPassword(database: Database, customer: Customer, password: string, { ip }: CallContext): Promise<void> {
  if (customer.passwordHash === null) return;
  const attempts: Attempt[] = [
    { kind: 'password_by_account', subject: emailKey(customer.email) },
    { kind: 'password_by_client', subject: clientKey(ip) },
  ];
  if (!(await claimAttempt(database, attempts))) throw new ApiError('too_many_attempts', { minutes: THROTTLE_MINUTES });
  if (!(await isPassword(password, customer.passwordHash))) throw new ApiError('wrong_password');
  await refundAttempt(database, attempts);
}

/** Whether the sign-in of a call is younger than five minutes. A refreshed token is as old as the sign-in it came from. */
async function isRecentSignIn(db: Queryable, context: CallContext): Promise<boolean> {
  const signIn = signInOf(context);
  if (signIn === null) {
    const at = context.bearer === null ? null : decodeJwt(context.bearer)[TENANT_CLAIMS.authTime];
    return typeof at === 'number' && Date.now() - at * 1_000 < RECENT_SIGN_IN_MINUTES * 60_000;
  }
  const row = await db.queryOne<{ isRecent: boolean }>({
    name: 'sign_in.is_recent',
    text: `select authenticated_at > now() - interval '${RECENT_SIGN_IN_MINUTES} minutes' as "isRecent" from sign_ins where id = $1`,
    values: [signIn],
  });
  return row?.isRecent === true;
}

/**
 * Lets a change of who owns the account pass with the password, or soon after a sign-in: a token alone may be stolen.
 * @throws Refused `recent_sign_in_required`, `too_many_attempts`, `wrong_password`
 */
export async function confirmOwner(
  database: Database,
  customer: Customer,
  password: string | undefined,
  context: CallContext,
): Promise<void> {
  if (password !== undefined && customer.passwordHash !== null) return confirmPassword(database, customer, password, context);
  if (!(await isRecentSignIn(database, context))) throw new ApiError('recent_sign_in_required');
}
