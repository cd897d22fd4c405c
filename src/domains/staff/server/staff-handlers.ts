/** Binds the calls about staff, roles, API keys and the activity log. */
import { z } from 'zod';
import { fail, ok } from '#lib/result.ts';
import { mayGrant, type StaffActor } from '../model/staff-actor.ts';
import { staffContract } from '../office-contract.ts';
import { recordActivity } from './activity.repository.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from './api-key.repository.ts';
import { exportDetails } from './export-details.ts';
import { fromCursor, pageOf } from './list-cursor.ts';
import { changeRole, createRole, deleteRole } from './manage-roles.ts';
import {
  changeStaff,
  endStaffSessions,
  inviteStaff,
  mayManage,
  reactivateStaff,
  resendInvitation,
  resetFactors,
  revokeInvitation,
  suspendStaff,
} from './manage-staff.ts';
import { type OfficeEndpoint, officeHandlers } from './office-handlers.ts';
import { type ActivityNames, exportActivityPage, listActivityPage } from './read-activity.ts';
import { listRoles } from './role.repository.ts';
import { grantsOf } from './staff.repository.ts';
import { countStaff, listStaff, readStaff } from './staff-list.repository.ts';
import type { StaffServices } from './staff-services.ts';
import { listSessions } from './staff-session.repository.ts';
import { toApiKey, toRole, toSession, toStaffMember } from './staff-views.ts';

const MAX_KEYS = 20;
const staffPosition = z.object({ key: z.string().max(300), id: z.int().min(0).max(2_147_483_647) });

/** @param readOpenApi returns the OpenAPI document of all office calls */
export const staffEndpoints = (
  services: StaffServices,
  activityNames: ActivityNames,
  readOpenApi: () => Record<string, unknown>,
): OfficeEndpoint[] => {
  const { database } = services;

  /** Returns a person as the call shows them. @throws Error if they were removed while the call ran */
  const show = async (id: number, { id: ownId }: StaffActor) => {
    const row = await readStaff(database, id);
    if (!row) throw new Error(`staff ${id} is gone`);
    return ok(toStaffMember(row, ownId));
  };

  return officeHandlers(staffContract, {
    async staffList(input, { staff }) {
      const { q = null, sort, cursor, limit } = input;
      const filter = { q: q || null, status: input['filter[status]'] ?? null, roleId: input['filter[role]'] ?? null };
      const after = fromCursor(cursor, staffPosition);
      if (!after.ok) return after;
      const [rows, total] = await Promise.all([listStaff(database, filter, sort, after.value, limit + 1), countStaff(database, filter)]);
      const { page, nextCursor } = pageOf(rows, limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map((row) => toStaffMember(row, staff.id)), nextCursor, total });
    },
    async staffMember({ id }, { staff }) {
      const row = await readStaff(database, id);
      if (!row) return fail('not_found');
      const [sessions, canChange] = await Promise.all([listSessions(database, id), mayManage(services, staff, id)]);
      return ok({
        member: toStaffMember(row, staff.id),
        sessions: sessions.map((session) => toSession(session, staff.sessionId)),
        canChange,
      });
    },
    async inviteStaff(input, { staff, origin }) {
      const invited = await inviteStaff(services, staff, input, origin);
      return invited.ok ? show(invited.value.staffId, staff) : invited;
    },
    async resendInvitation({ id }, { staff, origin }) {
      const resent = await resendInvitation(services, staff, id, origin);
      return resent.ok ? show(id, staff) : resent;
    },
    revokeInvitation: ({ id }, { staff }) => revokeInvitation(services, staff, id),
    async changeStaff(input, { staff }) {
      const changed = await changeStaff(services, staff, input);
      return changed.ok ? show(input.id, staff) : changed;
    },
    async suspendStaff({ id, version }, { staff }) {
      const suspended = await suspendStaff(services, staff, id, version);
      return suspended.ok ? show(id, staff) : suspended;
    },
    async reactivateStaff({ id, version }, { staff }) {
      const reactivated = await reactivateStaff(services, staff, id, version);
      return reactivated.ok ? show(id, staff) : reactivated;
    },
    async resetFactor({ id }, { staff, origin }) {
      const reset = await resetFactors(services, staff, id, origin);
      return reset.ok ? show(id, staff) : reset;
    },
    endStaffSession: ({ staffId, id }, { staff }) => endStaffSessions(services, staff, staffId, id),

    async roles(_input, { staff }) {
      const [rows, own] = await Promise.all([listRoles(database), grantsOf(database, staff.id)]);
      const mayGive = staff.may('staff.write', 'any market');
      return ok({ rows: rows.map((row) => ({ ...toRole(row), canGrant: mayGive && mayGrant(own, row) })) });
    },
    async createRole(input, { staff }) {
      const created = await createRole(services, staff, input);
      return created.ok ? ok(toRole(created.value)) : created;
    },
    async changeRole(input, { staff }) {
      const changed = await changeRole(services, staff, input);
      return changed.ok ? ok(toRole(changed.value)) : changed;
    },
    deleteRole: ({ id, version }, { staff }) => deleteRole(services, staff, id, version),

    apiKeys: async (_input, { staff }) => ok({ rows: (await listApiKeys(database, staff.id)).map(toApiKey) }),
    async createApiKey({ name, scopes, expiresInDays }, { staff }) {
      if (!scopes.every((scope) => staff.may(scope, 'any market'))) return fail('beyond_your_permissions');
      const existing = await listApiKeys(database, staff.id);
      if (existing.filter(({ isRevoked }) => !isRevoked).length >= MAX_KEYS) return fail('too_many_keys');
      const { key, row } = await database.transaction(async (transaction) => {
        const made = await insertApiKey(transaction, staff.id, { name, scopes, days: expiresInDays });
        await recordActivity(transaction, staff, {
          action: 'api_key.created',
          subject: { kind: 'staff', id: staff.id },
          after: { name, prefix: made.row.prefix, scopes, expiresInDays },
        });
        return made;
      });
      return ok({ key, record: toApiKey(row) });
    },
    revokeApiKey: ({ id }, { staff }) =>
      database.transaction(async (transaction) => {
        const row = await revokeApiKey(transaction, staff.id, id);
        if (!row) return fail('not_found');
        await recordActivity(transaction, staff, {
          action: 'api_key.revoked',
          subject: { kind: 'staff', id: staff.id },
          before: { name: row.name, prefix: row.prefix },
        });
        return ok(toApiKey(row));
      }),

    openApi: async () => ok(readOpenApi()),

    activity: (input, { staff }) => listActivityPage(services, activityNames, staff, input),
    async exportActivity(input, { staff }) {
      const page = await exportActivityPage(services, activityNames, staff, input);
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'activity.exported',
            subject: { kind: 'activity', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  });
};
