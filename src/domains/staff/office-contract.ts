/**
 * Office calls about staff, roles, API keys and the activity log. The sign-in is in sign-in-contract.ts, the account of the person who is
 * signed in in own-account-contract.ts.
 */
import { z } from 'zod';
import { emailField } from '#lib/email-field.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS, OWNER_ERRORS } from './messages/errors.ts';
import { officeCalls } from './model/office-call.ts';
import {
  activityEntry,
  activitySubject,
  apiKey,
  listInput,
  listOf,
  marketName,
  officeSession,
  permissionName,
  recordId,
  role,
  STAFF_STATUSES,
  staffMember,
  staffName,
  version,
} from './model/records.ts';

const REFERENCE = 'docs/decisions/0145-staff-access.md';
const READ = { method: 'GET', reference: REFERENCE, permission: 'staff.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'staff.write', stepUp: true, mutates: true } as const;

const NOT_FOUND = { not_found: { status: 404, title: 'There is nobody here by that number.' } } as const;
const ROLE_NOT_FOUND = { not_found: { status: 404, title: 'There is no such role.' } } as const;
const roleIds = z.array(recordId).min(1, 'must name at least one role').max(20);

const roleFields = {
  name: storableText(60).refine((name) => name !== '', 'must not be empty'),
  description: storableText(300).default(''),
  permissions: z.array(permissionName),
  markets: z.array(marketName).min(1, 'must name at least one market').nullable().describe('Null for all markets'),
  refundLimitCents: z.number().int().min(0).max(100_000_000).nullable().describe('Null for no limit'),
};
const ROLE_ERRORS = {
  name_taken: { status: 409, title: 'Another role has this name.' },
  beyond_your_permissions: OWNER_ERRORS.beyond_your_permissions,
} as const;

/** A day or an instant. */
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const activityFilters = {
  'filter[subject]': storableText(100)
    .regex(/^[a-z_]+(?::.{1,80})?$/, 'must be a kind of record such as order, or kind:id')
    .optional(),
  'filter[staff]': recordId.optional(),
  'filter[action]': storableText(60)
    .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, 'must be an action such as staff.invited, or its first part')
    .optional(),
  'filter[market]': marketName.optional(),
  from: time.optional().describe('From this instant on; a date is its midnight in UTC'),
  to: time.optional().describe('Before this instant; a date is its midnight in UTC'),
};

export const staffContract = officeCalls({
  staffList: {
    ...READ,
    path: '/office/v1/staff',
    summary: 'Lists staff',
    input: listInput.extend({
      sort: z.enum(['name', '-name', 'email', '-email', 'last_seen', '-last_seen']).default('name'),
      'filter[status]': z.enum(STAFF_STATUSES).optional(),
      'filter[role]': recordId.optional(),
    }),
    output: listOf(staffMember),
    errors: CURSOR_ERRORS,
  },
  staffMember: {
    ...READ,
    path: '/office/v1/staff/member',
    summary: 'Returns one person with their sessions',
    input: z.object({ id: recordId }),
    output: z.object({ member: staffMember, sessions: z.array(officeSession), canChange: z.boolean() }),
    errors: NOT_FOUND,
  },
  inviteStaff: {
    ...WRITE,
    path: '/office/v1/staff/invite',
    summary: 'Invites someone by email, with a link that works once and for seven days',
    input: z.object({ email: emailField, name: storableText(80).default(''), roleIds }),
    output: staffMember,
    errors: {
      ...ROLE_NOT_FOUND,
      email_taken: { status: 409, title: 'Somebody with this email is on the staff already.' },
      beyond_your_permissions: OWNER_ERRORS.beyond_your_permissions,
    },
  },
  resendInvitation: {
    ...WRITE,
    path: '/office/v1/staff/invitation/resend',
    summary: 'Sends a new link; the old one stops working',
    input: z.object({ id: recordId }),
    output: staffMember,
    errors: { ...NOT_FOUND, not_invited: { status: 409, title: 'This person has accepted the invitation already.' }, ...OWNER_ERRORS },
  },
  revokeInvitation: {
    ...WRITE,
    path: '/office/v1/staff/invitation/revoke',
    summary: 'Ends an invitation that was not accepted and removes the person',
    input: z.object({ id: recordId }),
    output: z.null(),
    emptyStatus: 204,
    errors: { ...NOT_FOUND, not_invited: { status: 409, title: 'This person has accepted the invitation already.' }, ...OWNER_ERRORS },
  },
  changeStaff: {
    ...WRITE,
    path: '/office/v1/staff/change',
    summary: 'Changes name and roles of someone',
    input: z.object({ id: recordId, version, name: staffName, roleIds }),
    output: staffMember,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...OWNER_ERRORS },
  },
  suspendStaff: {
    ...WRITE,
    path: '/office/v1/staff/suspend',
    summary: 'Ends all sessions and API keys of someone and refuses new ones',
    input: z.object({ id: recordId, version }),
    output: staffMember,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...OWNER_ERRORS },
  },
  reactivateStaff: {
    ...WRITE,
    path: '/office/v1/staff/reactivate',
    summary: 'Lets someone who was suspended sign in again',
    input: z.object({ id: recordId, version }),
    output: staffMember,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...OWNER_ERRORS },
  },
  resetFactor: {
    ...WRITE,
    path: '/office/v1/staff/reset-factor',
    summary: 'Removes the second factors of someone who lost them, ends their sessions and mails a link to set up new ones',
    input: z.object({ id: recordId }),
    output: staffMember,
    errors: {
      ...NOT_FOUND,
      ...OWNER_ERRORS,
      not_active: { status: 409, title: 'This person can’t sign in now, so there is nothing to reset.' },
    },
  },
  endStaffSession: {
    ...WRITE,
    path: '/office/v1/staff/sessions/end',
    summary: 'Ends one session of someone, or all',
    input: z.object({ staffId: recordId, id: recordId.optional().describe('Left out for all') }),
    output: z.object({ endedSessions: z.number().int() }),
    errors: { ...NOT_FOUND, beyond_your_permissions: OWNER_ERRORS.beyond_your_permissions },
  },
  roles: {
    ...READ,
    path: '/office/v1/roles',
    summary: 'Lists the roles',
    input: z.object({}),
    output: z.object({ rows: z.array(role.extend({ canGrant: z.boolean().describe('You may give this role') })) }),
    errors: {},
  },
  createRole: {
    ...WRITE,
    path: '/office/v1/roles/create',
    summary: 'Creates a role',
    input: z.object(roleFields),
    output: role,
    errors: ROLE_ERRORS,
  },
  changeRole: {
    ...WRITE,
    path: '/office/v1/roles/change',
    summary: 'Changes a role for everyone who has it, at once',
    input: z.object({ id: recordId, version, ...roleFields }),
    output: role,
    errors: {
      ...ROLE_NOT_FOUND,
      ...ROLE_ERRORS,
      ...CHANGED_MEANWHILE,
      owner_role: { status: 409, title: 'The owner’s role always has every permission and can’t be changed.' },
    },
  },
  deleteRole: {
    ...WRITE,
    path: '/office/v1/roles/delete',
    summary: 'Deletes a role that nobody has',
    input: z.object({ id: recordId, version }),
    output: z.null(),
    emptyStatus: 204,
    errors: {
      ...ROLE_NOT_FOUND,
      ...CHANGED_MEANWHILE,
      beyond_your_permissions: OWNER_ERRORS.beyond_your_permissions,
      owner_role: { status: 409, title: 'The owner’s role always has every permission and can’t be changed.' },
      role_in_use: { status: 409, title: '<members> of your staff have this role. Give them another one first.' },
    },
  },
  apiKeys: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'signed_in',
    sessionOnly: true,
    mutates: false,
    path: '/office/v1/api-keys',
    summary: 'Lists one’s own API keys',
    input: z.object({}),
    output: z.object({ rows: z.array(apiKey) }),
    errors: {},
  },
  createApiKey: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'signed_in',
    sessionOnly: true,
    stepUp: true,
    mutates: true,
    // The response holds the key, so it is not stored for repeats.
    handlesRepeats: true,
    path: '/office/v1/api-keys/create',
    summary: 'Creates an API key for scripts, with some of one’s own permissions',
    input: z.object({
      name: storableText(60).refine((name) => name !== '', 'must not be empty'),
      scopes: z.array(permissionName).min(1, 'must name at least one permission'),
      expiresInDays: z.number().int().min(1).max(3_650).nullable().describe('Null for a key without an end'),
    }),
    output: z.object({ key: z.string().describe('Shown once'), record: apiKey }),
    errors: {
      beyond_your_permissions: OWNER_ERRORS.beyond_your_permissions,
      too_many_keys: { status: 409, title: 'You have 20 keys. Revoke one that you no longer use.' },
    },
  },
  revokeApiKey: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'signed_in',
    sessionOnly: true,
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/api-keys/revoke',
    summary: 'Ends one of one’s own API keys',
    input: z.object({ id: recordId }),
    output: apiKey,
    errors: { not_found: { status: 404, title: 'You have no such key.' } },
  },
  openApi: {
    method: 'GET',
    reference: REFERENCE,
    permission: 'signed_in',
    mutates: false,
    path: '/office/v1/openapi.json',
    summary: 'Returns the OpenAPI document of the office, with the permission of each call',
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
    errors: {},
  },
  activity: {
    ...READ,
    path: '/office/v1/activity',
    summary: 'Searches the activity log, the latest first',
    input: listInput.extend(activityFilters),
    output: listOf(activityEntry).extend({ subject: activitySubject.nullable().describe('The record that filter[subject] names') }),
    errors: CURSOR_ERRORS,
  },
  exportActivity: {
    ...READ,
    method: 'POST',
    mutates: true,
    stepUp: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    path: '/office/v1/activity/export',
    summary: 'Returns a page of the entries that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ q: listInput.shape.q, cursor: listInput.shape.cursor, ...activityFilters }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
