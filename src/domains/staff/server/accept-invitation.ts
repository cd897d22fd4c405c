/** Links of invitations, of lost second factors and of the first owner: name and password first, then a second factor. */
import type { Transaction } from '#lib/db/pool.ts';
import { isEmail } from '#lib/email.ts';
import { PASSWORD_RULE_MESSAGES } from '#lib/password-rules.ts';
import { fail, ok } from '#lib/result.ts';
import { hashPassword } from '#lib/server/password-hash.ts';
import { findPasswordError } from '#lib/server/password-policy.ts';
import { recordActivity } from './activity.repository.ts';
import {
  armInvitation,
  assignInvitation,
  endInvitations,
  findInvitation,
  type Invitation,
  insertInvitation,
  lockInvitation,
} from './invitation.repository.ts';
import type { OfficeRequest } from './office-handlers.ts';
import { findOwnerRole, rolesOf, setRoles } from './role.repository.ts';
import type { SignIn } from './sign-in.repository.ts';
import { nextStep, startSignIn } from './sign-in.ts';
import {
  findStaff,
  findStaffByEmail,
  hasNoStaff,
  insertStaff,
  lockOwners,
  lockStaff,
  type Staff,
  updateName,
  updatePasswordHash,
  updateStatus,
} from './staff.repository.ts';
import { invitationUrl } from './staff-mail.ts';
import type { StaffServices } from './staff-services.ts';

/** Returns whom a link is for, without using it. */
export async function describeInvitation({ database }: StaffServices, token: string) {
  const invitation = await findInvitation(database, token);
  if (!invitation) return fail('link_expired');
  const staff = invitation.staffId === null ? null : await findStaff(database, invitation.staffId);
  if (staff?.status === 'suspended') return fail('link_expired');
  if (invitation.kind === 'first_run' && !(await hasNoStaff(database))) return fail('link_expired');
  const roles = staff ? await rolesOf(database, staff.id) : [];
  return ok({
    kind: invitation.kind,
    email: staff?.email ?? null,
    name: staff?.name ?? '',
    roles: roles.map(({ name }) => name),
    invitedBy: invitation.invitedBy,
    expiresAt: invitation.expiresAt.toISOString(),
  });
}

/** Creates the first owner, or finds the one that the same link created before. */
async function firstOwner(transaction: Transaction, invitation: Invitation, email: string | undefined) {
  if (!(await hasNoStaff(transaction))) return fail('link_expired');
  const address = email?.trim() ?? '';
  if (!isEmail(address)) return fail('email_invalid');
  const role = await findOwnerRole(transaction);
  const staff = (await insertStaff(transaction, { email: address, name: '' })) ?? (await findStaffByEmail(transaction, address));
  if (!staff || !role) return fail('link_expired');
  await setRoles(transaction, staff.id, [role.id]);
  await assignInvitation(transaction, invitation.id, staff.id);
  return ok(staff);
}

/** Returns the person of a link, who may not have joined yet. */
async function personOf(transaction: Transaction, invitation: Invitation, email: string | undefined) {
  if (invitation.kind === 'first_run') return firstOwner(transaction, invitation, email);
  const staff = invitation.staffId === null ? null : await lockStaff(transaction, invitation.staffId);
  return staff && staff.status !== 'suspended' ? ok(staff) : fail('link_expired');
}

export interface Acceptance {
  readonly token: string;
  readonly email?: string | undefined;
  readonly name: string;
  readonly password?: string | undefined;
}

/** Takes name and password of whoever holds the link. The link is used up once a second factor is set up. */
export async function acceptInvitation(services: StaffServices, request: OfficeRequest, { token, email, name, password }: Acceptance) {
  const { database } = services;
  const link = await findInvitation(database, token);
  if (!link) return fail('link_expired');
  const person = link.staffId === null ? null : await findStaff(database, link.staffId);
  const wrong = password === undefined ? null : await findPasswordError(password, person?.email ?? email ?? '');
  if (wrong !== null) return fail('password_refused', { reason: PASSWORD_RULE_MESSAGES[wrong] });
  const hash = password === undefined ? null : await hashPassword(password);
  const accepted = await database.transaction(async (transaction) => {
    const invitation = await lockInvitation(transaction, link.id);
    if (!invitation) return fail('link_expired');
    const found = await personOf(transaction, invitation, email);
    if (!found.ok) return found;
    const staff = found.value;
    await updateName(transaction, staff.id, name);
    if (hash !== null) await updatePasswordHash(transaction, staff.id, hash);
    return ok({ staffId: staff.id, invitationId: invitation.id });
  });
  if (!accepted.ok) return accepted;
  const signIn: SignIn = {
    ...accepted.value,
    step: 'set_up',
    identity: services.identity,
    method: 'link',
    returnTo: '/',
  };
  const cookie = await startSignIn(services, request, signIn);
  return ok(await nextStep(services, request, { token: cookie, signIn }));
}

/**
 * Uses up the link of a sign-in and activates the person, in the transaction that saves their second factor.
 * @returns false if the link has ended
 */
export async function completeInvitation(transaction: Transaction, { invitationId }: SignIn, staff: Staff, ip: string): Promise<boolean> {
  if (invitationId === null) return staff.status === 'active';
  const invitation = await lockInvitation(transaction, invitationId);
  if (!invitation || invitation.staffId !== staff.id) return false;
  if (invitation.kind === 'first_run') {
    await lockOwners(transaction);
    if (!(await hasNoStaff(transaction))) return false;
  }
  await endInvitations(transaction, staff.id);
  if (staff.status === 'invited') {
    await updateStatus(transaction, staff.id, 'active');
    await recordActivity(
      transaction,
      { kind: 'staff', id: staff.id, name: staff.name, ip },
      {
        action: 'staff.joined',
        subject: { kind: 'staff', id: staff.id },
        before: { status: 'invited' },
        after: { status: 'active' },
      },
    );
  }
  return true;
}

/** Creates the link with which the first owner joins a shop without staff. @returns null if there are staff */
export async function createFirstRunLink({ database }: Pick<StaffServices, 'database'>, origin: string): Promise<string | null> {
  return database.transaction(async (transaction) => {
    if (!(await hasNoStaff(transaction))) return null;
    const { id } = await insertInvitation(transaction, { kind: 'first_run', staffId: null, invitedBy: '' });
    const armed = await armInvitation(transaction, id);
    return armed && invitationUrl(origin, armed.token);
  });
}
