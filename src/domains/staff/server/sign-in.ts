/** Steps of a sign-in: who the person is, their second factor, and the session at the end. */

import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { clientKey } from '#lib/http/client-key.ts';
import { fail, ok } from '#lib/result.ts';
import { isPassword } from '#lib/server/password-hash.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import { logSecurityEvent, pseudonym } from '#lib/server/security-log.ts';
import { type Attempt, claimAttempt, refundAttempt, releaseAttempt } from '#lib/server/throttle.repository.ts';
import type { Factor } from '../model/records.ts';
import { recordActivity } from './activity.repository.ts';
import {
  claimTotpStep,
  findPasskey,
  findTotp,
  listPasskeys,
  summariseFactors,
  touchPasskey,
  useRecoveryCode,
} from './factor.repository.ts';
import type { OfficeRequest } from './office-handlers.ts';
import { authenticationOptions, credentialIdOf, type RelyingSite, verifyAuthentication } from './passkeys.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import {
  deleteSignIn,
  findSignIn,
  SIGN_IN_MINUTES,
  type SignIn,
  saveChallenge,
  saveSignIn,
  signInHolder,
  takeChallenge,
} from './sign-in.repository.ts';
import { findStaff, findStaffByEmail, type Staff } from './staff.repository.ts';
import { AUTHORIZE_PATH, type StaffServices } from './staff-services.ts';
import { createToken, insertSession, recordDevice, SESSION_HOURS } from './staff-session.repository.ts';
import { findTotpStep } from './totp.ts';

export type SignInStep =
  | { readonly step: 'start' }
  | { readonly step: 'factor'; readonly email: string; readonly factors: Factor[] }
  | { readonly step: 'set_up'; readonly email: string; readonly hasPassword: boolean; readonly canSetUpLater: boolean }
  | { readonly step: 'done'; readonly redirectTo: string };

const DEVICE_SECONDS = 400 * 86_400;

/** The office as passkeys know it. */
export const relyingSite = ({ shopName }: StaffServices, { origin }: OfficeRequest): RelyingSite => ({ name: shopName, origin });

/** Returns true if this person may sign in without a second factor: on the machine of a sample shop. */
export const maySkipFactor = ({ isSample }: StaffServices, { isLocal }: OfficeRequest): boolean => isSample && isLocal;

const passwordAttempts = (email: string, ip: string): Attempt[] => [
  { kind: 'office_by_account', subject: emailKey(email) },
  { kind: 'office_by_client', subject: clientKey(ip) },
];
const codeAttempts = (staffId: number, ip: string): Attempt[] => [
  { kind: 'office_code_by_account', subject: String(staffId) },
  { kind: 'office_by_client', subject: clientKey(ip) },
];

const pending = ({ id, name }: Pick<Staff, 'id' | 'name'>, ip: string) => ({ kind: 'staff', id, name, ip }) as const;

/** Logs a failed sign-in, for a known person also in the activity log. */
async function recordFailure(services: StaffServices, { ip, log }: OfficeRequest, staff: Staff | null, method: string): Promise<void> {
  logSecurityEvent(log, 'sign_in_failed', { office: true, method, client: pseudonym(clientKey(ip)) });
  if (staff)
    await services.database.transaction((transaction) =>
      recordActivity(transaction, pending(staff, ip), {
        action: 'staff.sign_in_failed',
        subject: { kind: 'staff', id: staff.id },
        after: { method },
      }),
    );
}

function recordLocked({ ip, log }: OfficeRequest) {
  logSecurityEvent(log, 'sign_in_locked', { office: true, client: pseudonym(clientKey(ip)) });
  return fail('too_many_attempts');
}

/** Factors with which a person can continue after the password. */
export async function factorsOf({ database }: StaffServices, staffId: number): Promise<Factor[]> {
  const [summary, totp] = await Promise.all([summariseFactors(database, staffId), findTotp(database, vaultOf(database), staffId)]);
  return [
    ...(summary && summary.passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(summary && summary.recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}

const hasSecondFactor = (factors: readonly Factor[]): boolean => factors.length > 0;

/** Starts a sign-in under a new cookie, so that nobody can plant one. */
export async function startSignIn({ database }: StaffServices, { cookies }: OfficeRequest, signIn: SignIn): Promise<string> {
  const earlier = cookies.read('signIn');
  if (earlier !== null) await deleteSignIn(database, earlier);
  const token = createToken();
  await saveSignIn(database, token, signIn);
  cookies.set('signIn', token, SIGN_IN_MINUTES * 60);
  return token;
}

export interface OpenSignIn {
  readonly token: string;
  readonly signIn: SignIn;
}

/** Returns the unfinished sign-in of this browser. */
export async function currentSignIn({ database }: StaffServices, { cookies }: OfficeRequest): Promise<OpenSignIn | null> {
  const token = cookies.read('signIn');
  const signIn = token === null ? null : await findSignIn(database, token);
  return token !== null && signIn ? { token, signIn } : null;
}

/** Returns what a sign-in needs next. */
export async function nextStep(services: StaffServices, request: OfficeRequest, open: OpenSignIn | null): Promise<SignInStep> {
  if (!open || open.signIn.staffId === null) return { step: 'start' };
  if (open.signIn.step === 'complete') return { step: 'done', redirectTo: AUTHORIZE_PATH };
  const staff = await findStaff(services.database, open.signIn.staffId);
  if (!staff || staff.status === 'suspended') return { step: 'start' };
  if (open.signIn.step === 'factor') return { step: 'factor', email: staff.email, factors: await factorsOf(services, staff.id) };
  return {
    step: 'set_up',
    email: staff.email,
    hasPassword: staff.passwordHash !== null || open.signIn.identity === 'external',
    canSetUpLater: maySkipFactor(services, request),
  };
}

/** Continues with a recognised person: their second factor, or its set-up where that is allowed without a link. */
export async function continueWith(
  services: StaffServices,
  request: OfficeRequest,
  staff: Staff,
  identity: SignIn['identity'],
  returnTo: string,
) {
  const factors = await factorsOf(services, staff.id);
  const isSetUp = hasSecondFactor(factors);
  if (!isSetUp && !maySkipFactor(services, request)) return fail('factor_missing');
  const signIn: SignIn = {
    staffId: staff.id,
    step: isSetUp ? 'factor' : 'set_up',
    identity,
    invitationId: null,
    method: 'password',
    returnTo,
  };
  const token = await startSignIn(services, request, signIn);
  return ok(await nextStep(services, request, { token, signIn }));
}

/** Checks email and password. An unknown address, a wrong password and a suspended person look the same and take the same time. */
export async function signInByPassword(
  services: StaffServices,
  request: OfficeRequest,
  { email, password, returnTo = '/' }: { readonly email: string; readonly password: string; readonly returnTo?: string | undefined },
) {
  const attempts = passwordAttempts(email, request.ip);
  if (!(await claimAttempt(services.database, attempts))) return recordLocked(request);
  const staff = await findStaffByEmail(services.database, email);
  const isRight = await isPassword(password, staff?.status === 'active' ? staff.passwordHash : null);
  if (!staff || !isRight) {
    await recordFailure(services, request, staff, 'password');
    return fail('sign_in_failed');
  }
  await refundAttempt(services.database, attempts);
  return continueWith(services, request, staff, 'built_in', returnTo);
}

/** Opens the session: a new cookie, a row, the log, and an email if the browser is new. */
export async function openSession(
  services: StaffServices,
  request: OfficeRequest,
  staff: Staff,
  { method, isSteppedUp }: { readonly method: string; readonly isSteppedUp: boolean },
): Promise<void> {
  const { cookies, ip, userAgent, origin } = request;
  const token = createToken();
  const device = cookies.read('device') ?? createToken();
  await services.database.transaction(async (transaction) => {
    const sessionId = await insertSession(transaction, staff.id, token, { method, userAgent, ip, isSteppedUp });
    const { isKnown, isFirst } = await recordDevice(transaction, staff.id, device);
    await recordActivity(transaction, pending(staff, ip), {
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: staff.id },
      after: { method, sessionId, isNewBrowser: !isKnown },
    });
    if (!isKnown && !isFirst)
      await services.queueMail(transaction, {
        kind: 'new_device',
        staffId: staff.id,
        userAgent: userAgent.slice(0, 300),
        ip,
        at: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        origin,
      });
    if (method === 'recovery_code')
      await services.queueMail(transaction, { kind: 'changed', staffId: staff.id, change: 'recovery_code_used', origin });
  });
  cookies.set('session', token, SESSION_HOURS * 3_600);
  cookies.set('device', device, DEVICE_SECONDS);
}

/**
 * Ends the steps. Built-in: the identity provider starts its own session next, in a page load. External: the provider has recognised the
 * person already, so the office's session starts here.
 */
export async function finishSteps(
  services: StaffServices,
  request: OfficeRequest,
  { token, signIn }: OpenSignIn,
  staff: Staff,
  method: string,
): Promise<SignInStep> {
  if (signIn.identity === 'built_in') {
    await saveSignIn(services.database, token, { ...signIn, staffId: staff.id, step: 'complete', method, invitationId: null });
    return { step: 'done', redirectTo: AUTHORIZE_PATH };
  }
  if (await deleteSignIn(services.database, token)) await openSession(services, request, staff, { method, isSteppedUp: true });
  request.cookies.clear('signIn');
  return { step: 'done', redirectTo: signIn.returnTo };
}

/** Returns the person whose second factor is awaited. */
async function awaited(services: StaffServices, request: OfficeRequest): Promise<{ open: OpenSignIn; staff: Staff } | null> {
  const open = await currentSignIn(services, request);
  if (open?.signIn.step !== 'factor' || open.signIn.staffId === null) return null;
  const staff = await findStaff(services.database, open.signIn.staffId);
  return staff?.status === 'active' ? { open, staff } : null;
}

/** Checks a code of the authenticator, which works once. */
export async function isTotpCode({ database }: StaffServices, staffId: number, code: string): Promise<boolean> {
  const totp = await findTotp(database, vaultOf(database), staffId);
  const step = totp && findTotpStep(totp.secret, code);
  return step !== null && step !== undefined && claimTotpStep(database, staffId, step);
}

/** Runs the check of a code within the limit of wrong ones. */
export async function checkCode(
  services: StaffServices,
  request: OfficeRequest,
  staff: Staff,
  method: string,
  check: () => Promise<boolean>,
) {
  const attempts = codeAttempts(staff.id, request.ip);
  if (!(await claimAttempt(services.database, attempts))) return recordLocked(request);
  if (!(await check())) {
    await recordFailure(services, request, staff, method);
    return fail('code_wrong');
  }
  await refundAttempt(services.database, attempts);
  return ok(null);
}

export async function signInByTotp(services: StaffServices, request: OfficeRequest, code: string) {
  const found = await awaited(services, request);
  if (!found) return fail('sign_in_expired');
  const checked = await checkCode(services, request, found.staff, 'totp', () => isTotpCode(services, found.staff.id, code));
  return checked.ok ? ok(await finishSteps(services, request, found.open, found.staff, 'totp')) : checked;
}

export async function signInByRecoveryCode(services: StaffServices, request: OfficeRequest, code: string) {
  const found = await awaited(services, request);
  if (!found) return fail('sign_in_expired');
  const { open, staff } = found;
  const use = () => useRecoveryCode(services.database, staff.id, recoveryCodeHash(code));
  const checked = await checkCode(services, request, staff, 'recovery_code', use);
  return checked.ok ? ok(await finishSteps(services, request, open, staff, 'recovery_code')) : checked;
}

/** Starts a sign-in by passkey: of the person whose password was checked, else of anybody. */
export async function passkeyOptions(services: StaffServices, request: OfficeRequest, returnTo = '/') {
  const known = await awaited(services, request);
  const token =
    known?.open.token ??
    (await startSignIn(services, request, {
      staffId: null,
      step: 'start',
      identity: 'built_in',
      invitationId: null,
      method: 'passkey',
      returnTo,
    }));
  const passkeys = known ? await listPasskeys(services.database, known.staff.id) : [];
  const { options, challenge } = await authenticationOptions(relyingSite(services, request), passkeys);
  await saveChallenge(services.database, signInHolder(token), 'passkey', challenge);
  return ok({ options });
}

/** Checks the response of a passkey to the holder's challenge. @returns the id of its person, or null */
export async function checkPasskey(
  services: StaffServices,
  request: OfficeRequest,
  holder: string,
  response: unknown,
): Promise<{ readonly staffId: number } | null> {
  const challenge = await takeChallenge(services.database, holder, 'passkey');
  const passkey = challenge === null ? null : await findPasskey(services.database, credentialIdOf(response));
  if (challenge === null || !passkey) return null;
  const count = await verifyAuthentication(relyingSite(services, request), challenge, response, passkey);
  return count !== null && (await touchPasskey(services.database, passkey.id, count)) ? { staffId: passkey.staffId } : null;
}

export async function signInByPasskey(services: StaffServices, request: OfficeRequest, response: unknown) {
  const open = await currentSignIn(services, request);
  if (!open || (open.signIn.step !== 'start' && open.signIn.step !== 'factor')) return fail('sign_in_expired');
  const attempts: Attempt[] = [{ kind: 'office_by_client', subject: clientKey(request.ip) }];
  if (!(await claimAttempt(services.database, attempts))) return recordLocked(request);
  const found = await checkPasskey(services, request, signInHolder(open.token), response);
  const staff = found && (await findStaff(services.database, found.staffId));
  const isExpected = staff?.status === 'active' && (open.signIn.staffId === null || open.signIn.staffId === staff.id);
  if (!isExpected) {
    await recordFailure(services, request, staff, 'passkey');
    return fail('passkey_refused');
  }
  await releaseAttempt(services.database, attempts);
  return ok(await finishSteps(services, request, open, staff, 'passkey'));
}

/** Signs out: ends the session and its cookie. */
export async function recordSignOut(transaction: Transaction, actor: Parameters<typeof recordActivity>[1], staffId: number): Promise<void> {
  await recordActivity(transaction, actor, { action: 'staff.signed_out', subject: { kind: 'staff', id: staffId } });
}
