/** Shapes of staff, roles, sessions, keys and activity in office calls. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { PERMISSION_NAMES } from './permissions.ts';

export const STAFF_STATUSES = ['invited', 'active', 'suspended'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

/** How a person proves who they are in addition to the password. A passkey is both at once. */
export const FACTORS = ['passkey', 'totp', 'recovery_code'] as const;
export type Factor = (typeof FACTORS)[number];

export const recordId = z.coerce.number().int().min(1).max(2_147_483_647);
export const version = z.coerce.number().int().min(1).max(2_147_483_647).describe('Version of the record that was shown');
export const isoTime = z.string().describe('ISO 8601, UTC');
export const permissionName = z.enum(PERMISSION_NAMES);
export const marketName = z.enum(MARKETS);

/** Names are shown in mail and in the activity log. */
export const staffName = storableText(80).refine((name) => name !== '', 'must not be empty');
/** The password policy answers for itself with a sentence. */
export const newPassword = z.string().max(1_000);

export const totpCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be the six digits that your authenticator shows'));
export const recoveryCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9]{10}$/, 'must be a recovery code of ten letters and digits'));
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a link');
/** Options and responses of the browser's passkey functions, in the JSON form of WebAuthn Level 3. */
export const webAuthnJson = z.record(z.string(), z.unknown());

export const totpSetup = z.object({
  secret: z.string().describe('Base32, to type in'),
  uri: z.string().describe('otpauth: address, to show as a QR code'),
});
export const recoveryCodes = z.array(z.string()).describe('Shown once');
export const passkeyOptions = z.object({ options: webAuthnJson.describe('Argument of the browser’s passkey function') });
export const passkeyName = storableText(60).default('');

export const roleBrief = z.object({ id: z.number().int(), name: z.string() });

export const role = roleBrief.extend({
  description: z.string(),
  permissions: z.array(permissionName),
  markets: z.array(marketName).nullable().describe('Null for all markets'),
  refundLimitCents: z.number().int().nullable().describe('Highest refund without a colleague, in cents; null for no limit'),
  isOwner: z.boolean().describe('The role that always has every permission and cannot be changed'),
  isBuiltIn: z.boolean(),
  members: z.number().int(),
  version: z.number().int(),
});

export const staffMember = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(STAFF_STATUSES),
  roles: z.array(roleBrief),
  factors: z.array(z.enum(FACTORS)).describe('Those that are set up'),
  invitedAt: isoTime.nullable(),
  invitationExpiresAt: isoTime.nullable().describe('Null if no link is open'),
  lastSeenAt: isoTime.nullable(),
  isYou: z.boolean(),
  version: z.number().int(),
});

export const officeSession = z.object({
  id: z.number().int(),
  method: z.string().describe('passkey, totp, recovery_code, password or tenant'),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  expiresAt: isoTime,
  isCurrent: z.boolean(),
});

export const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});

export const apiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  prefix: z.string().describe('First characters of the key'),
  scopes: z.array(permissionName),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
  isRevoked: z.boolean(),
});

export const activitySubject = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string().nullable().describe('Name of the record today. Null if it is gone, or if the reader may not see it'),
});

export const activityEntry = z.object({
  id: z.number().int(),
  at: isoTime,
  actor: z.object({
    kind: z.enum(['staff', 'api_key', 'command', 'system']),
    staffId: z.number().int().nullable(),
    name: z.string(),
    key: z.string().nullable().describe('Name of the API key; null for sessions'),
  }),
  action: z.string().describe('Such as staff.invited'),
  subject: activitySubject,
  market: marketName.nullable(),
  ip: z.string(),
  before: z.unknown().describe('The changed fields as they were, or null'),
  after: z.unknown().describe('The changed fields as they are since, or null'),
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .describe('The fields that differ, as the office names and formats them. Instants and days are ISO 8601'),
});

/** Number of rows that match: exact up to 10,000. */
export const total = z.union([z.number().int(), z.object({ atLeast: z.number().int() })]);

/** Input that all lists share. */
export const listInput = z.object({
  q: storableText(200).optional().describe('Search text'),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,400}$/, 'must be the nextCursor of a list')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A filter of a list by some of several names. */
export const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success && !text.startsWith('0000');

/** A filter of a list by a day, or by days from one to another of which either may be left out. */
export const dayRange = z
  .string()
  .max(60)
  .refine((text) => {
    const ends = text.split('..');
    return ends.length === 2 ? ends.every((end) => end === '' || isDay(end)) : isDay(text);
  }, 'must be a day or a range such as 2026-11-01..2026-11-30')
  .optional();

/** Output of a list. */
export const listOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), nextCursor: z.string().nullable(), total });
