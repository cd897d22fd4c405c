/** Sets up a second factor during a sign-in, for someone who has none yet: after a link, or on a sample shop. */
import type { Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import { completeInvitation } from './accept-invitation.ts';
import { recordActivity } from './activity.repository.ts';
import { insertPasskey, listPasskeys, replaceRecoveryCodes, saveTotp } from './factor.repository.ts';
import type { OfficeRequest } from './office-handlers.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { readChallenge, saveChallenge, signInHolder, takeChallenge } from './sign-in.repository.ts';
import { currentSignIn, finishSteps, maySkipFactor, type OpenSignIn, relyingSite } from './sign-in.ts';
import { findStaff, lockStaff, type Staff } from './staff.repository.ts';
import type { StaffServices } from './staff-services.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

interface SetUp {
  readonly open: OpenSignIn;
  readonly staff: Staff;
  readonly holder: string;
}

/** Returns the sign-in of this browser if it awaits a second factor to be set up. */
async function awaitedSetUp(services: StaffServices, request: OfficeRequest): Promise<SetUp | null> {
  const open = await currentSignIn(services, request);
  if (open?.signIn.step !== 'set_up' || open.signIn.staffId === null) return null;
  const staff = await findStaff(services.database, open.signIn.staffId);
  return staff && staff.status !== 'suspended' ? { open, staff, holder: signInHolder(open.token) } : null;
}

export async function setUpTotp(services: StaffServices, request: OfficeRequest) {
  const found = await awaitedSetUp(services, request);
  if (!found) return fail('sign_in_expired');
  if (found.staff.passwordHash === null && found.open.signIn.identity === 'built_in') return fail('password_missing');
  const secret = createTotpSecret();
  await saveChallenge(services.database, found.holder, 'totp', secret);
  return ok({ secret, uri: totpUri(secret, services.shopName, found.staff.email) });
}

/** Saves a factor with new recovery codes, uses up the link and activates the person: all or nothing. */
async function saveFirstFactor(
  { database }: StaffServices,
  { ip }: OfficeRequest,
  { open, staff }: SetUp,
  factor: string,
  save: (transaction: Transaction) => Promise<boolean>,
) {
  const { codes, hashes } = createRecoveryCodes();
  return database.transaction(async (transaction) => {
    const current = await lockStaff(transaction, staff.id);
    if (!current || !(await completeInvitation(transaction, open.signIn, current, ip))) return fail('link_expired');
    if (!(await save(transaction))) return fail('link_expired');
    await replaceRecoveryCodes(transaction, staff.id, hashes);
    await recordActivity(
      transaction,
      { kind: 'staff', id: staff.id, name: current.name, ip },
      {
        action: 'staff.factor_added',
        subject: { kind: 'staff', id: staff.id },
        after: { factor },
      },
    );
    return ok([...codes]);
  });
}

export async function confirmTotp(services: StaffServices, request: OfficeRequest, code: string) {
  const found = await awaitedSetUp(services, request);
  const secret = found && (await readChallenge(services.database, found.holder, 'totp'));
  if (!found || !secret) return fail('sign_in_expired');
  const step = findTotpStep(secret, code);
  if (step === null) return fail('code_wrong');
  await takeChallenge(services.database, found.holder, 'totp');
  const saved = await saveFirstFactor(services, request, found, 'totp', async (transaction) => {
    return (await saveTotp(transaction, vaultOf(services.database), found.staff.id, secret, step)) > 0;
  });
  if (!saved.ok) return saved;
  return ok({ recoveryCodes: saved.value, next: await finishSteps(services, request, found.open, found.staff, 'totp') });
}

export async function setUpPasskey(services: StaffServices, request: OfficeRequest) {
  const found = await awaitedSetUp(services, request);
  if (!found) return fail('sign_in_expired');
  const existing = await listPasskeys(services.database, found.staff.id);
  const { options, challenge } = await registrationOptions(relyingSite(services, request), found.staff, existing);
  await saveChallenge(services.database, found.holder, 'passkey', challenge);
  return ok({ options });
}

export async function confirmPasskey(services: StaffServices, request: OfficeRequest, response: unknown, name: string) {
  const found = await awaitedSetUp(services, request);
  const challenge = found && (await takeChallenge(services.database, found.holder, 'passkey'));
  if (!found || !challenge) return fail('sign_in_expired');
  const passkey = await verifyRegistration(relyingSite(services, request), challenge, response, name || 'Passkey');
  if (!passkey) return fail('passkey_refused');
  const saved = await saveFirstFactor(services, request, found, 'passkey', async (transaction) => {
    return (await insertPasskey(transaction, found.staff.id, passkey)) !== null;
  });
  if (!saved.ok) return saved;
  return ok({ recoveryCodes: saved.value, next: await finishSteps(services, request, found.open, found.staff, 'passkey') });
}

/** Signs in without a second factor, on the machine of a sample shop. */
export async function setUpLater(services: StaffServices, request: OfficeRequest) {
  const found = await awaitedSetUp(services, request);
  if (!found || !maySkipFactor(services, request)) return fail('sign_in_expired');
  const { open, staff } = found;
  const isActive = await services.database.transaction(async (transaction) => {
    const current = await lockStaff(transaction, staff.id);
    return current !== null && (await completeInvitation(transaction, open.signIn, current, request.ip));
  });
  if (!isActive) return fail('link_expired');
  return ok(await finishSteps(services, request, open, staff, 'password'));
}
