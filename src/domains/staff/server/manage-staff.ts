/** Use cases of staff records, for the office and for commands: invite, change, suspend, reset second factors. */
import type { Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { type Grant, mayGrant, type StaffActor } from '../model/staff-actor.ts';
import { lastChangeOf, type OtherActor, recordActivity } from './activity.repository.ts';
import { revokeApiKeys } from './api-key.repository.ts';
import { deleteFactors } from './factor.repository.ts';
import { type Invitation, type InvitationKind, insertInvitation } from './invitation.repository.ts';
import { findRoles, type Role, rolesOf, setRoles } from './role.repository.ts';
import { deleteSignIns } from './sign-in.repository.ts';
import { deleteInvited, grantsOf, insertStaff, isLastOwner, lockStaff, type Staff, updateName, updateStatus } from './staff.repository.ts';
import type { StaffServices } from './staff-services.ts';
import { endSession, endSessions } from './staff-session.repository.ts';

type Services = Pick<StaffServices, 'database' | 'queueMail'>;

/** Who manages staff: a colleague, within their own permissions, or whoever runs commands on the server. */
export type Manager = StaffActor | OtherActor;

/** Roles that a manager may give and take; null for all. */
const ownGrants = async (transaction: Transaction, manager: Manager): Promise<readonly Grant[] | null> =>
  'kind' in manager ? null : grantsOf(transaction, manager.id);

const mayGrantAll = (own: readonly Grant[] | null, roles: readonly Grant[]): boolean =>
  own === null || roles.every((role) => mayGrant(own, role));

const subjectOf = (id: number) => ({ kind: 'staff', id }) as const;
const namesOf = (roles: readonly Role[]): string[] => roles.map(({ name }) => name);

/** Locks a person whom the manager may change. */
async function lockManaged(transaction: Transaction, manager: Manager, id: number) {
  const staff = await lockStaff(transaction, id);
  if (!staff) return fail('not_found');
  const roles = await rolesOf(transaction, id);
  if (!mayGrantAll(await ownGrants(transaction, manager), roles)) return fail('beyond_your_permissions');
  return ok({ staff, roles });
}

/** Returns the conflict if somebody else has changed the record since it was shown. */
async function findConflict(transaction: Transaction, staff: Staff, version: number) {
  return staff.version === version ? null : fail('changed_meanwhile', await lastChangeOf(transaction, subjectOf(staff.id)));
}

/** Creates a link and queues its email. */
async function sendLink(
  { queueMail }: Services,
  transaction: Transaction,
  {
    kind,
    staffId,
    invitedBy,
    origin,
  }: { readonly kind: InvitationKind; readonly staffId: number; readonly invitedBy: string; readonly origin: string },
): Promise<Invitation> {
  const invitation = await insertInvitation(transaction, { kind, staffId, invitedBy });
  await queueMail(transaction, { kind: 'link', invitationId: invitation.id, origin });
  return invitation;
}

const inviterOf = (manager: Manager): string => ('kind' in manager ? '' : manager.name);

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly roleIds: readonly number[];
}

/** Invites a person. @returns their id and the link, which was queued for its email */
export const inviteStaff = (services: Services, manager: Manager, { email, name, roleIds }: NewStaff, origin: string) =>
  services.database.transaction(async (transaction) => {
    const roles = await findRoles(transaction, roleIds);
    if (roles.length !== new Set(roleIds).size) return fail('not_found');
    if (!mayGrantAll(await ownGrants(transaction, manager), roles)) return fail('beyond_your_permissions');
    const staff = await insertStaff(transaction, { email, name });
    if (!staff) return fail('email_taken');
    await setRoles(transaction, staff.id, roleIds);
    await recordActivity(transaction, manager, {
      action: 'staff.invited',
      subject: subjectOf(staff.id),
      after: { email, name, roles: namesOf(roles) },
    });
    const invitation = await sendLink(services, transaction, {
      kind: 'invitation',
      staffId: staff.id,
      invitedBy: inviterOf(manager),
      origin,
    });
    return ok({ staffId: staff.id, invitation });
  });

export const resendInvitation = (services: Services, manager: Manager, id: number, origin: string) =>
  services.database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    if (found.value.staff.status !== 'invited') return fail('not_invited');
    const invitation = await sendLink(services, transaction, { kind: 'invitation', staffId: id, invitedBy: inviterOf(manager), origin });
    await recordActivity(transaction, manager, { action: 'staff.invitation_resent', subject: subjectOf(id) });
    return ok({ staffId: id, invitation });
  });

export const revokeInvitation = ({ database }: Services, manager: Manager, id: number) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    const { staff, roles } = found.value;
    if (staff.status !== 'invited') return fail('not_invited');
    await deleteInvited(transaction, id);
    await recordActivity(transaction, manager, {
      action: 'staff.invitation_revoked',
      subject: subjectOf(id),
      before: { email: staff.email, roles: namesOf(roles) },
    });
    return ok(null);
  });

export interface StaffChange {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly roleIds: readonly number[];
}

export const changeStaff = ({ database }: Services, manager: Manager, { id, version, name, roleIds }: StaffChange) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    const { staff, roles: before } = found.value;
    const conflict = await findConflict(transaction, staff, version);
    if (conflict) return conflict;
    const after = await findRoles(transaction, roleIds);
    if (after.length !== new Set(roleIds).size) return fail('not_found');
    if (!mayGrantAll(await ownGrants(transaction, manager), after)) return fail('beyond_your_permissions');
    const losesOwner = before.some(({ isOwner }) => isOwner) && !after.some(({ isOwner }) => isOwner);
    if (losesOwner && (await isLastOwner(transaction, id))) return fail('last_owner');
    await setRoles(transaction, id, roleIds);
    await updateName(transaction, id, name);
    await recordActivity(transaction, manager, {
      action: 'staff.changed',
      subject: subjectOf(id),
      before: { name: staff.name, roles: namesOf(before) },
      after: { name, roles: namesOf(after) },
    });
    return ok(id);
  });

/** @param version null for whatever version there is */
export const suspendStaff = ({ database }: Services, manager: Manager, id: number, version: number | null) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    const { staff } = found.value;
    const conflict = version === null ? null : await findConflict(transaction, staff, version);
    if (conflict) return conflict;
    if (await isLastOwner(transaction, id)) return fail('last_owner');
    await updateStatus(transaction, id, 'suspended');
    await deleteSignIns(transaction, id);
    const sessions = await endSessions(transaction, id);
    const keys = await revokeApiKeys(transaction, id);
    await recordActivity(transaction, manager, {
      action: 'staff.suspended',
      subject: subjectOf(id),
      before: { status: staff.status },
      after: { status: 'suspended', endedSessions: sessions, revokedKeys: keys },
    });
    return ok(id);
  });

export const reactivateStaff = ({ database }: Services, manager: Manager, id: number, version: number) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    const { staff } = found.value;
    const conflict = await findConflict(transaction, staff, version);
    if (conflict) return conflict;
    if (staff.status !== 'suspended') return ok(id);
    await updateStatus(transaction, id, 'active');
    await recordActivity(transaction, manager, {
      action: 'staff.reactivated',
      subject: subjectOf(id),
      before: { status: 'suspended' },
      after: { status: 'active' },
    });
    return ok(id);
  });

/** Removes the second factors of a person, ends their sessions and keys, and sends a link to set up new ones. */
export const resetFactors = (services: Services, manager: Manager, id: number, origin: string) =>
  services.database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    if (found.value.staff.status !== 'active') return fail('not_active');
    await deleteFactors(transaction, id);
    await deleteSignIns(transaction, id);
    const endedSessions = await endSessions(transaction, id);
    const revokedKeys = await revokeApiKeys(transaction, id);
    const invitation = await sendLink(services, transaction, { kind: 'factor_reset', staffId: id, invitedBy: inviterOf(manager), origin });
    await recordActivity(transaction, manager, {
      action: 'staff.factors_reset',
      subject: subjectOf(id),
      after: { endedSessions, revokedKeys },
    });
    return ok({ staffId: id, invitation });
  });

/** Ends one session of a person, or all. @param sessionId undefined for all */
export const endStaffSessions = ({ database }: Services, manager: Manager, id: number, sessionId: number | undefined) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id);
    if (!found.ok) return found;
    const endedSessions = sessionId === undefined ? await endSessions(transaction, id) : await endSession(transaction, id, sessionId);
    if (endedSessions > 0)
      await recordActivity(transaction, manager, {
        action: 'staff.sessions_ended',
        subject: subjectOf(id),
        after: { sessions: endedSessions },
      });
    return ok({ endedSessions });
  });

/** Returns true if a manager may change a person: not beyond their own permissions. */
export async function mayManage({ database }: Services, manager: StaffActor, id: number): Promise<boolean> {
  if (!manager.may('staff.write', 'any market')) return false;
  const [own, roles] = await Promise.all([grantsOf(database, manager.id), rolesOf(database, id)]);
  return mayGrantAll(own, roles);
}
