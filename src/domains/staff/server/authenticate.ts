/** Checks the caller of every office call in one place: session or API key, permission, markets and second factor. */
import type { Database } from '#lib/db/pool.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { CallerChecks } from '#lib/http/register-endpoints.ts';
import { getMarketConfig } from '#markets/market.ts';
import type { OfficeEndpointSpec } from '../model/office-call.ts';
import { isPermission, type Permission } from '../model/permissions.ts';
import {
  type Grant,
  hasFreshFactor,
  limitOf,
  marketsFor,
  mayWith,
  permissionLabel,
  permissionsOfAll,
  type StaffActor,
  type Where,
} from '../model/staff-actor.ts';
import { findKeyHolder } from './api-key.repository.ts';
import { claimKeyCall } from './key-limit.ts';
import type { OfficeRequest, OfficeSession } from './office-handlers.ts';
import { namesOfGranters } from './staff.repository.ts';
import { findSession } from './staff-session.repository.ts';

/** What is known of a caller before the call is: the person, their roles, and what a key limits them to. */
interface Caller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly grants: readonly Grant[];
  /** Permissions of an API key; null for a session. */
  readonly scopes: readonly string[] | null;
  readonly session: (OfficeSession & { readonly stepUpAt: Date | null }) | null;
  readonly apiKey: { readonly id: number; readonly name: string } | null;
}

/** Finds the caller by the API key or, without one, by the session of the cookie. */
async function findCaller(database: Database, { bearer, cookies }: OfficeRequest): Promise<Caller | null> {
  if (bearer !== null) {
    const key = await findKeyHolder(database, bearer);
    return (
      key && {
        id: key.staffId,
        name: key.name,
        email: key.email,
        grants: key.grants,
        scopes: key.scopes,
        session: null,
        apiKey: { id: key.id, name: key.keyName },
      }
    );
  }
  const token = cookies.read('session');
  const open = token === null ? null : await findSession(database, token);
  if (!open) return null;
  const { id, lastSeenAt, expiresAt, stepUpAt, staffId, name, email, grants } = open;
  return { id: staffId, name, email, grants, scopes: null, session: { id, lastSeenAt, expiresAt, stepUpAt }, apiKey: null };
}

/** Limits what roles grant to the scopes of a key. */
function withinScopes(grants: readonly Grant[], scopes: readonly string[] | null): readonly Grant[] {
  if (scopes === null) return grants;
  return grants.map((grant) => ({
    ...grant,
    isOwner: false,
    permissions: [...permissionsOfAll([grant])].filter((permission) => scopes.includes(permission)),
  }));
}

/** Returns the caller as handlers see them. @param permission that of the call; null if it requires none */
function toActor(caller: Caller, permission: Permission | null, ip: string): StaffActor {
  const grants = withinScopes(caller.grants, caller.scopes);
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    permissionsSomewhere: [...permissionsOfAll(grants)],
    markets: marketsFor(grants, permission),
    marketsWith: (other) => marketsFor(grants, other),
    may: (other, where) => mayWith(grants, other, where),
    limitOf: (limited, where) => limitOf(grants, limited, where),
    sessionId: caller.session?.id ?? null,
    apiKey: caller.apiKey,
    stepUpAt: caller.session?.stepUpAt ?? null,
    ip,
  };
}

/** `Kim`, `Kim or Lee`, `Kim, Lee or Max` */
const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'The owner') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** ` in Singapore` */
const placeOf = (where: Where): string => {
  if (where === 'any market') return '';
  return ` in ${where === 'every market' ? where : getMarketConfig(where).country}`;
};

/** @param place where the permission is missing, if the caller has it elsewhere @throws ApiError `permission_missing` */
async function refuse(database: Database, permission: Permission, place = ''): Promise<never> {
  throw new ApiError('permission_missing', {
    permission: `${permissionLabel(permission)}${place}`,
    who: listNames(await namesOfGranters(database)),
  });
}

/**
 * Checks the caller of every office call: signed in, with the permission, in at least one market, and where the call asks for it with a
 * fresh second factor. Calls that are about the person refuse API keys.
 */
export const staffChecks = (database: Database): CallerChecks<OfficeRequest, OfficeEndpointSpec> => ({
  async authenticate(context, { permission, stepUp, sessionOnly }) {
    if (context.staff) return { customerId: context.staff.id };
    const caller = await findCaller(database, context);
    if (caller?.apiKey && !(await claimKeyCall(database, caller.apiKey.id))) throw new ApiError('rate_limited');
    if (!caller || (sessionOnly && caller.session === null)) throw new ApiError('sign_in_required');
    const required = isPermission(permission) ? permission : null;
    const staff = toActor(caller, required, context.ip);
    if (required !== null && staff.markets.length === 0) await refuse(database, required);
    if (stepUp && !hasFreshFactor(staff, Date.now())) throw new ApiError('step_up_required');
    context.staff = staff;
    context.session = caller.session;
    return { customerId: staff.id };
  },
  // Office calls name no customer as themselves.
  authorize: async () => undefined,
});

/**
 * Checks a permission that only some inputs of a call require.
 * @param where it is required: the market of the record. Roles of different markets do not combine
 * @throws ApiError `permission_missing`
 */
export async function requirePermission(database: Database, staff: StaffActor, permission: Permission, where: Where): Promise<void> {
  if (staff.may(permission, where)) return;
  await refuse(database, permission, staff.may(permission, 'any market') ? placeOf(where) : '');
}

/** Checks that a second factor was given in the last ten minutes, where only some inputs require it. @throws ApiError `step_up_required` */
export function requireStepUp(staff: StaffActor): void {
  if (!hasFreshFactor(staff, Date.now())) throw new ApiError('step_up_required');
}
