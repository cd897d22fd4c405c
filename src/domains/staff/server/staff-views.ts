/** Converts rows of staff, roles, sessions, keys and the activity log to their shape in calls. */
import type { z } from 'zod';
import { MARKETS, type Market } from '#markets/market.ts';
import { withoutSecrets } from '../model/activity-changes.ts';
import { isPermission } from '../model/permissions.ts';
import type { apiKey, Factor, officeSession, role, staffMember } from '../model/records.ts';
import { permissionsOf } from '../model/staff-actor.ts';
import type { ActivityRow } from './activity.repository.ts';
import type { ApiKeyRow } from './api-key.repository.ts';
import type { Role } from './role.repository.ts';
import type { StaffRow } from './staff-list.repository.ts';
import type { SessionRow } from './staff-session.repository.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toMarket = (name: string | null): Market | null => MARKETS.find((market) => market === name) ?? null;

export const toSession = (row: SessionRow, currentId: number | null): z.output<typeof officeSession> => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
});

export function toStaffMember(row: StaffRow, ownId: number): z.output<typeof staffMember> {
  const factors: Factor[] = [];
  if (row.passkeys > 0) factors.push('passkey');
  if (row.hasTotp) factors.push('totp');
  if (row.recoveryCodes > 0) factors.push('recovery_code');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.status,
    roles: row.roles.map(({ id, name }) => ({ id, name })),
    factors,
    invitedAt: iso(row.invitedAt),
    invitationExpiresAt: iso(row.invitationExpiresAt),
    lastSeenAt: iso(row.lastSeenAt),
    isYou: row.id === ownId,
    version: row.version,
  };
}

export const toRole = (row: Role): z.output<typeof role> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  permissions: [...permissionsOf(row)],
  markets: row.markets && MARKETS.filter((market) => row.markets?.includes(market)),
  refundLimitCents: row.refundLimitCents,
  isOwner: row.isOwner,
  isBuiltIn: row.isBuiltIn,
  members: row.members,
  version: row.version,
});

export const toApiKey = (row: ApiKeyRow): z.output<typeof apiKey> => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes.filter(isPermission),
  createdAt: row.createdAt.toISOString(),
  expiresAt: iso(row.expiresAt),
  lastUsedAt: iso(row.lastUsedAt),
  isRevoked: row.isRevoked,
});

/** Returns an entry without the names that are read for a page at once. */
export const toActivityEntry = (row: ActivityRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, staffId: row.staffId, name: row.actorName, key: row.apiKeyName },
  action: row.action,
  subject: { kind: row.subjectKind, id: row.subjectId },
  market: toMarket(row.market),
  ip: row.ip,
  before: withoutSecrets(row.before),
  after: withoutSecrets(row.after),
});
