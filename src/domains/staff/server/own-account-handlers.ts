/** Binds the calls about the person who is signed in: session, step-up, password and second factors. */
import type { Transaction } from '#lib/db/pool.ts';
import { PASSWORD_RULE_MESSAGES } from '#lib/password-rules.ts';
import { fail, ok } from '#lib/result.ts';
import { hashPassword, isPassword } from '#lib/server/password-hash.ts';
import { findPasswordError } from '#lib/server/password-policy.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import { perMarket } from '#markets/market.ts';
import type { ActionName } from '../messages/activity.ts';
import type { AccountChange } from '../messages/emails.ts';
import { STEP_UP_MS, type StaffActor } from '../model/staff-actor.ts';
import { ownAccountContract } from '../own-account-contract.ts';
import { recordActivity } from './activity.repository.ts';
import {
  deletePasskey,
  deleteTotp,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  type StoredPasskey,
  saveTotp,
  summariseFactors,
  useRecoveryCode,
} from './factor.repository.ts';
import { type OfficeContext, type OfficeEndpoint, officeHandlers } from './office-handlers.ts';
import { authenticationOptions, registrationOptions, verifyRegistration } from './passkeys.ts';
import { createRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { rolesOf } from './role.repository.ts';
import { deleteSignIns, readChallenge, saveChallenge, sessionHolder, takeChallenge } from './sign-in.repository.ts';
import { checkCode, checkPasskey, factorsOf, isTotpCode, maySkipFactor, recordSignOut, relyingSite } from './sign-in.ts';
import { findStaff, lockStaff, type Staff, updateName, updatePasswordHash } from './staff.repository.ts';
import type { StaffServices } from './staff-services.ts';
import { endSession, endSessions, IDLE_MINUTES, listSessions, stepUpSession } from './staff-session.repository.ts';
import { toSession } from './staff-views.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

const stepUpUntil = (at: Date | null): string | null =>
  at === null || at.getTime() + STEP_UP_MS < Date.now() ? null : new Date(at.getTime() + STEP_UP_MS).toISOString();

const holderOf = ({ staff }: OfficeContext): string => sessionHolder(staff.sessionId ?? 0);

const toPasskey = ({ id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Returns the person of a call. @throws Error if they were deleted while it ran */
async function ownRecord({ database }: StaffServices, { staff }: OfficeContext): Promise<Staff> {
  const found = await findStaff(database, staff.id);
  if (!found) throw new Error('the signed-in person is gone');
  return found;
}

/** Marks the session as stepped up and logs it. */
async function stepUp({ database }: StaffServices, { staff }: OfficeContext, method: string) {
  const at = await database.transaction(async (transaction) => {
    await recordActivity(transaction, staff, {
      action: 'staff.stepped_up',
      subject: { kind: 'staff', id: staff.id },
      after: { method, sessionId: staff.sessionId },
    });
    return stepUpSession(transaction, staff.sessionId ?? 0);
  });
  return ok({ stepUpUntil: stepUpUntil(at?.stepUpAt ?? new Date()) ?? new Date().toISOString() });
}

/** Makes a change of one's own factors: the work, the log and the email about it. */
async function changeFactor<T>(
  { database, queueMail }: StaffServices,
  { staff, origin }: OfficeContext,
  change: AccountChange,
  activity: { readonly action: ActionName; readonly before?: unknown; readonly after?: unknown },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await lockStaff(transaction, staff.id);
    const result = await work(transaction);
    await recordActivity(transaction, staff, { ...activity, subject: { kind: 'staff', id: staff.id } });
    await queueMail(transaction, { kind: 'changed', staffId: staff.id, change, origin });
    return result;
  });
}

const ONLY_FACTOR = 'last_factor';

/** Returns true if a person has more passkeys and authenticators than one. */
async function hasAnotherFactor(transaction: Transaction, { id }: StaffActor): Promise<boolean> {
  const summary = await summariseFactors(transaction, id);
  return summary !== null && summary.passkeys + (summary.totpSince === null ? 0 : 1) > 1;
}

export const ownAccountEndpoints = (services: StaffServices): OfficeEndpoint[] => {
  const { database } = services;
  return officeHandlers(ownAccountContract, {
    async me(_input, { staff, session }) {
      const [roles, factors] = await Promise.all([rolesOf(database, staff.id), factorsOf(services, staff.id)]);
      return ok({
        id: staff.id,
        name: staff.name,
        email: staff.email,
        roles: roles.map(({ id, name }) => ({ id, name })),
        permissions: [...staff.permissionsSomewhere],
        markets: [...staff.markets],
        refundLimitCents: perMarket((market) => staff.limitOf('orders.refund', market)),
        creditLimitCents: perMarket((market) => staff.limitOf('credit.write', market)),
        factors,
        shopName: services.shopName,
        session: session && {
          id: session.id,
          idleExpiresAt: new Date(Date.now() + IDLE_MINUTES * 60_000).toISOString(),
          expiresAt: session.expiresAt.toISOString(),
          stepUpUntil: stepUpUntil(staff.stepUpAt),
        },
      });
    },
    async signOut(_input, { staff, cookies }) {
      await database.transaction(async (transaction) => {
        await endSession(transaction, staff.id, staff.sessionId ?? 0);
        await recordSignOut(transaction, staff, staff.id);
      });
      cookies.clear('session');
      return ok(null);
    },
    async stepUpState(_input, context) {
      const factors = await factorsOf(services, context.staff.id);
      const usable = factors.length === 0 && maySkipFactor(services, context) ? (['password'] as const) : factors;
      return ok({ factors: [...usable], stepUpUntil: stepUpUntil(context.staff.stepUpAt) });
    },
    async stepUpPasskeyOptions(_input, context) {
      const passkeys = await listPasskeys(database, context.staff.id);
      const { options, challenge } = await authenticationOptions(relyingSite(services, context), passkeys);
      await saveChallenge(database, holderOf(context), 'passkey', challenge);
      return ok({ options });
    },
    async stepUpPasskey({ response }, context) {
      const found = await checkPasskey(services, context, holderOf(context), response);
      return found?.staffId === context.staff.id ? stepUp(services, context, 'passkey') : fail('passkey_refused');
    },
    async stepUpTotp({ code }, context) {
      const person = await ownRecord(services, context);
      const checked = await checkCode(services, context, person, 'totp', () => isTotpCode(services, person.id, code));
      return checked.ok ? stepUp(services, context, 'totp') : checked;
    },
    async stepUpRecoveryCode({ code }, context) {
      const person = await ownRecord(services, context);
      const use = () => useRecoveryCode(database, person.id, recoveryCodeHash(code));
      const checked = await checkCode(services, context, person, 'recovery_code', use);
      return checked.ok ? stepUp(services, context, 'recovery_code') : checked;
    },
    async stepUpPassword({ password }, context) {
      const person = await ownRecord(services, context);
      const factors = await factorsOf(services, person.id);
      if (factors.length > 0 || !maySkipFactor(services, context)) return fail('wrong_password');
      const checked = await checkCode(services, context, person, 'password', () => isPassword(password, person.passwordHash));
      if (checked.ok) return stepUp(services, context, 'password');
      return checked.code === 'code_wrong' ? fail('wrong_password') : fail('too_many_attempts');
    },
    async changeMyName({ name }, { staff }) {
      await database.transaction(async (transaction) => {
        await updateName(transaction, staff.id, name);
        await recordActivity(transaction, staff, {
          action: 'staff.renamed',
          subject: { kind: 'staff', id: staff.id },
          before: { name: staff.name },
          after: { name },
        });
      });
      return ok({ name });
    },
    async changeMyPassword({ password }, context) {
      const { staff } = context;
      const wrong = await findPasswordError(password, staff.email);
      if (wrong !== null) return fail('password_refused', { reason: PASSWORD_RULE_MESSAGES[wrong] });
      const hash = await hashPassword(password);
      const endedSessions = await changeFactor(services, context, 'password', { action: 'staff.password_changed' }, async (transaction) => {
        await updatePasswordHash(transaction, staff.id, hash);
        await deleteSignIns(transaction, staff.id);
        return endSessions(transaction, staff.id, staff.sessionId);
      });
      return ok({ endedSessions });
    },
    async myFactors(_input, { staff }) {
      const [summary, passkeys] = await Promise.all([summariseFactors(database, staff.id), listPasskeys(database, staff.id)]);
      return ok({
        hasPassword: summary?.hasPassword ?? false,
        totpSince: summary?.totpSince?.toISOString() ?? null,
        passkeys: passkeys.map(toPasskey),
        recoveryCodesLeft: summary?.recoveryCodes ?? 0,
      });
    },
    async startTotp(_input, context) {
      const secret = createTotpSecret();
      await saveChallenge(database, holderOf(context), 'totp', secret);
      return ok({ secret, uri: totpUri(secret, services.shopName, context.staff.email) });
    },
    async confirmTotp({ code }, context) {
      const secret = await readChallenge(database, holderOf(context), 'totp');
      if (secret === null) return fail('sign_in_expired');
      const step = findTotpStep(secret, code);
      if (step === null) return fail('code_wrong');
      await takeChallenge(database, holderOf(context), 'totp');
      const { codes, hashes } = createRecoveryCodes();
      const activity = { action: 'staff.factor_added', after: { factor: 'totp' } } as const;
      await changeFactor(services, context, 'totp', activity, async (transaction) => {
        await saveTotp(transaction, vaultOf(database), context.staff.id, secret, step);
        await replaceRecoveryCodes(transaction, context.staff.id, hashes);
      });
      return ok({ recoveryCodes: [...codes] });
    },
    async removeTotp(_input, context) {
      const activity = { action: 'staff.factor_removed', before: { factor: 'totp' } } as const;
      return changeFactor(services, context, 'removed', activity, async (transaction) => {
        if (!(await hasAnotherFactor(transaction, context.staff))) return fail(ONLY_FACTOR);
        await deleteTotp(transaction, context.staff.id);
        return ok(null);
      });
    },
    async startPasskey(_input, context) {
      const person = await ownRecord(services, context);
      const existing = await listPasskeys(database, person.id);
      const { options, challenge } = await registrationOptions(relyingSite(services, context), person, existing);
      await saveChallenge(database, holderOf(context), 'passkey', challenge);
      return ok({ options });
    },
    async addPasskey({ response, name }, context) {
      const challenge = await takeChallenge(database, holderOf(context), 'passkey');
      if (challenge === null) return fail('sign_in_expired');
      const passkey = await verifyRegistration(relyingSite(services, context), challenge, response, name || 'Passkey');
      if (!passkey) return fail('passkey_refused');
      const activity = { action: 'staff.factor_added', after: { factor: 'passkey', name: passkey.name } } as const;
      return changeFactor(services, context, 'passkey', activity, async (transaction) => {
        const saved = await insertPasskey(transaction, context.staff.id, passkey);
        return saved ? ok(toPasskey(saved)) : fail('passkey_refused');
      });
    },
    async removePasskey({ id }, context) {
      const activity = { action: 'staff.factor_removed', before: { factor: 'passkey', id } } as const;
      return changeFactor(services, context, 'removed', activity, async (transaction) => {
        if (!(await hasAnotherFactor(transaction, context.staff))) return fail(ONLY_FACTOR);
        return (await deletePasskey(transaction, context.staff.id, id)) ? ok(null) : fail('not_found');
      });
    },
    async newRecoveryCodes(_input, context) {
      const { codes, hashes } = createRecoveryCodes();
      await changeFactor(services, context, 'recovery_codes', { action: 'staff.recovery_codes_renewed' }, (transaction) =>
        replaceRecoveryCodes(transaction, context.staff.id, hashes),
      );
      return ok({ recoveryCodes: [...codes] });
    },
    async mySessions(_input, { staff }) {
      const rows = await listSessions(database, staff.id);
      return ok({ rows: rows.map((row) => toSession(row, staff.sessionId)) });
    },
    async endMySession({ id }, { staff }) {
      const endedSessions = await database.transaction(async (transaction) => {
        const ended =
          id === undefined ? await endSessions(transaction, staff.id, staff.sessionId) : await endSession(transaction, staff.id, id);
        if (ended > 0)
          await recordActivity(transaction, staff, {
            action: 'staff.sessions_ended',
            subject: { kind: 'staff', id: staff.id },
            after: { sessions: ended },
          });
        return ended;
      });
      return ok({ endedSessions });
    },
  });
};
