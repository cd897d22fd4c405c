/** Finds the membership that the page after joining shows. */
import type { MembershipStatus } from './membership.ts';

/** A membership starts with its first payment. Until then nobody has joined. */
const JOINED: readonly MembershipStatus[] = ['active', 'paused'];

export type JoinResult<M> =
  | { readonly kind: 'joined' | 'unpaid'; readonly membership: M }
  /** The account has no membership that proves a join. */
  | { readonly kind: 'unknown' };

/**
 * Finds the membership to show.
 * @param own memberships of the signed-in customer
 * @param id id of the membership in the URL, null if there is none
 */
export function joinResult<M extends { readonly id: string; readonly status: MembershipStatus }>(
  own: readonly M[],
  id: string | null,
): JoinResult<M> {
  const membership = own.find((each) => (id === null ? JOINED.includes(each.status) : each.id === id));
  if (!membership) return { kind: 'unknown' };
  if (JOINED.includes(membership.status)) return { kind: 'joined', membership };
  return membership.status === 'pending' ? { kind: 'unpaid', membership } : { kind: 'unknown' };
}
