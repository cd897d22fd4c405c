/** Who makes an office call, and what they may do: the union of their roles. Pure rules; the server reads the roles. */
import { MARKETS, type Market } from '#markets/market.ts';
import { isPermission, PERMISSION_NAMES, PERMISSIONS, type Permission } from './permissions.ts';

/** A role as far as it grants something. */
export interface Grant {
  readonly permissions: readonly string[];
  /** Null for all markets. */
  readonly markets: readonly string[] | null;
  /** Null for no limit. */
  readonly refundLimitCents: number | null;
  readonly isOwner: boolean;
}

/**
 * Where a permission is needed: in the market of a record, in all of them for what belongs to the whole shop, or in any for what has no
 * market and for calls that filter by market themselves.
 */
export type Where = Market | 'every market' | 'any market';
/** Where a limit counts. `any market` is the highest of all, to show and never to decide. */
type LimitPlace = Exclude<Where, 'every market'>;

export interface StaffActor {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Permissions that the person has in some market. To list, never to decide: `may` does. */
  readonly permissionsSomewhere: readonly Permission[];
  /** Markets in which the person has the permission of the call. */
  readonly markets: readonly Market[];
  /** Returns the markets in which the person has a permission, for calls that show what several permissions allow. */
  readonly marketsWith: (permission: Permission) => readonly Market[];
  /** Returns true if the person has a permission where it is needed. */
  readonly may: (permission: Permission, where: Where) => boolean;
  /** Returns the highest amount without a colleague, in cents. Null for no limit, 0 for none. */
  readonly limitOf: (permission: LimitedPermission, where: LimitPlace) => number | null;
  /** Null for an API key. */
  readonly sessionId: number | null;
  /** Null for a session. */
  readonly apiKey: { readonly id: number; readonly name: string } | null;
  /** When a second factor was last given. Null for never, and for API keys. */
  readonly stepUpAt: Date | null;
  readonly ip: string;
}

/** Time in ms for which a second factor counts as fresh. */
export const STEP_UP_MS = 10 * 60_000;

export const hasFreshFactor = ({ stepUpAt }: Pick<StaffActor, 'stepUpAt'>, now: number): boolean =>
  stepUpAt !== null && now - stepUpAt.getTime() < STEP_UP_MS;

/** Returns the permissions of a role. The owner has those of later releases too. */
export const permissionsOf = ({ permissions, isOwner }: Grant): readonly Permission[] =>
  isOwner ? PERMISSION_NAMES : permissions.filter(isPermission);

/** Returns the permissions of several roles, in the order of their definition. */
export function permissionsOfAll(grants: readonly Grant[]): ReadonlySet<Permission> {
  const granted = new Set(grants.flatMap(permissionsOf));
  return new Set(PERMISSION_NAMES.filter((name) => granted.has(name)));
}

const marketsOf = ({ markets }: Grant): readonly Market[] => MARKETS.filter((market) => markets === null || markets.includes(market));

/** Returns the markets in which one of the roles grants a permission; those of any permission without one. */
export const marketsFor = (grants: readonly Grant[], permission: Permission | null): readonly Market[] =>
  MARKETS.filter((market) =>
    grants.some((grant) => (permission === null || permissionsOf(grant).includes(permission)) && marketsOf(grant).includes(market)),
  );

/** Returns true if the roles grant a permission where it is needed. */
export function mayWith(grants: readonly Grant[], permission: Permission, where: Where): boolean {
  const markets = marketsFor(grants, permission);
  if (where === 'any market') return markets.length > 0;
  return where === 'every market' ? markets.length === MARKETS.length : markets.includes(where);
}

/** The permissions that the limit of a role bounds. */
const LIMITED_PERMISSIONS = ['orders.refund', 'credit.write'] as const satisfies readonly Permission[];
type LimitedPermission = (typeof LIMITED_PERMISSIONS)[number];

/** Returns the highest amount that one of the roles with a permission allows in a market, in cents. Null for no limit. */
export function limitOf(grants: readonly Grant[], permission: LimitedPermission, where: LimitPlace): number | null {
  const limits = grants
    .filter((grant) => permissionsOf(grant).includes(permission))
    .filter((grant) => where === 'any market' || marketsOf(grant).includes(where))
    .map(({ refundLimitCents }) => refundLimitCents);
  return limits.reduce<number | null>((highest, limit) => (highest === null || limit === null ? null : Math.max(highest, limit)), 0);
}

const isWithinLimit = (limit: number | null, of: number | null): boolean => of === null || (limit !== null && limit <= of);

/**
 * Returns true if a person with `own` roles may give or change `granted`: all its permissions, in all its markets and up to its refund
 * limit, are their own.
 */
export const mayGrant = (own: readonly Grant[], granted: Grant): boolean =>
  permissionsOf(granted).every((permission) => {
    const here = marketsFor(own, permission);
    return marketsOf(granted).every((market) => here.includes(market));
  }) &&
  LIMITED_PERMISSIONS.filter((permission) => permissionsOf(granted).includes(permission)).every((permission) =>
    marketsOf(granted).every((market) => isWithinLimit(granted.refundLimitCents, limitOf(own, permission, market))),
  );

/** Returns the end of the sentence “You need permission to …”. */
export const permissionLabel = (permission: Permission): string => PERMISSIONS[permission].label;
