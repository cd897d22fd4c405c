/** Use cases of roles. A change of a role takes effect at the next request of everyone who has it. */
import type { Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { mayGrant, type StaffActor } from '../model/staff-actor.ts';
import { lastChangeOf, recordActivity } from './activity.repository.ts';
import { deleteRole as deleteRow, insertRole, lockRole, type Role, type RoleFields, updateRole } from './role.repository.ts';
import { grantsOf } from './staff.repository.ts';
import type { StaffServices } from './staff-services.ts';

type Services = Pick<StaffServices, 'database'>;

const fieldsOf = ({ name, description, permissions, markets, refundLimitCents }: RoleFields): RoleFields => ({
  name,
  description,
  permissions,
  markets,
  refundLimitCents,
});
const subjectOf = (id: number) => ({ kind: 'role', id }) as const;

const mayGive = async (transaction: Transaction, manager: StaffActor, fields: RoleFields): Promise<boolean> =>
  mayGrant(await grantsOf(transaction, manager.id), { ...fields, isOwner: false });

/** Locks a role that the manager may change: not the owner's, not beyond their own permissions, and as it was shown. */
async function lockManaged(transaction: Transaction, manager: StaffActor, id: number, version: number) {
  const role = await lockRole(transaction, id);
  if (!role) return fail('not_found');
  if (role.isOwner) return fail('owner_role');
  if (!(await mayGive(transaction, manager, role))) return fail('beyond_your_permissions');
  if (role.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, subjectOf(id)));
  return ok(role);
}

export const createRole = ({ database }: Services, manager: StaffActor, fields: RoleFields) =>
  database.transaction(async (transaction) => {
    if (!(await mayGive(transaction, manager, fields))) return fail('beyond_your_permissions');
    const role: Role | null = await insertRole(transaction, fields);
    if (!role) return fail('name_taken');
    await recordActivity(transaction, manager, { action: 'role.created', subject: subjectOf(role.id), after: fieldsOf(fields) });
    return ok(role);
  });

export const changeRole = (
  { database }: Services,
  manager: StaffActor,
  { id, version, ...fields }: RoleFields & { readonly id: number; readonly version: number },
) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id, version);
    if (!found.ok) return found;
    if (!(await mayGive(transaction, manager, fields))) return fail('beyond_your_permissions');
    const role = await updateRole(transaction, id, fields);
    if (!role) return fail('name_taken');
    await recordActivity(transaction, manager, {
      action: 'role.changed',
      subject: subjectOf(id),
      before: fieldsOf(found.value),
      after: fieldsOf(fields),
    });
    return ok(role);
  });

export const deleteRole = ({ database }: Services, manager: StaffActor, id: number, version: number) =>
  database.transaction(async (transaction) => {
    const found = await lockManaged(transaction, manager, id, version);
    if (!found.ok) return found;
    if (found.value.members > 0) return fail('role_in_use', { members: found.value.members });
    await deleteRow(transaction, id);
    await recordActivity(transaction, manager, { action: 'role.deleted', subject: subjectOf(id), before: fieldsOf(found.value) });
    return ok(null);
  });
