/** Re-authentication: the session of a request, and whether its customer authenticated recently. */
import { decodeJwt } from 'jose';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { fail } from '#lib/result.ts';
import { isPassword } from '#lib/server/password-hash.ts';
import { type Attempt, claimAttempt, refundAttempt } from '#lib/server/throttle.repository.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';
import { CLAIMS } from '../model/claims.ts';
import type { Customer } from './customer.repository.ts';
import { isRecentSession } from './session.repository.ts';
import { TENANT_CLAIMS } from './tenant-customers.ts';

const RECENT_SIGN_IN_MINUTES = 5;

/** Returns the session id of a verified token; null for tokens of an external identity service. */
export function sessionIdOf({ bearer }: CallContext): string | null {
  const sessionId = bearer === null ? null : decodeJwt(bearer)[CLAIMS.signIn];
  return typeof sessionId === 'string' ? sessionId : null;
}

/** Checks the password. Accounts without one pass, because their token is all they have. @returns null if it is right */
export async function confirmPassword(database: Database, customer: Customer, password: string, { ip }: CallContext) {
  if (customer.passwordHash === null) return null;
  const attempts: Attempt[] = [
    { kind: 'password_by_account', subject: emailKey(customer.email) },
    { kind: 'password_by_client', subject: clientKey(ip) },
  ];
  if (!(await claimAttempt(database, attempts))) return fail('too_many_attempts', { minutes: THROTTLE_MINUTES });
  if (!(await isPassword(password, customer.passwordHash))) return fail('wrong_password');
  await refundAttempt(database, attempts);
  return null;
}

/** Returns true if the customer authenticated within five minutes. Refreshing a token does not count. */
async function isRecentSignIn(db: Queryable, context: CallContext): Promise<boolean> {
  const sessionId = sessionIdOf(context);
  if (sessionId === null) {
    const at = context.bearer === null ? null : decodeJwt(context.bearer)[TENANT_CLAIMS.authTime];
    return typeof at === 'number' && Date.now() - at * 1_000 < RECENT_SIGN_IN_MINUTES * 60_000;
  }
  return isRecentSession(db, sessionId, RECENT_SIGN_IN_MINUTES);
}

/**
 * Allows a change of ownership with the password or soon after a sign-in, because a token alone may be stolen.
 * @returns null if it is allowed
 */
export async function confirmOwner(database: Database, customer: Customer, password: string | undefined, context: CallContext) {
  if (password !== undefined && customer.passwordHash !== null) return confirmPassword(database, customer, password, context);
  return (await isRecentSignIn(database, context)) ? null : fail('recent_sign_in_required');
}
