/** Which membership the page after joining is about. */
import type { MembershipStatus } from './membership.ts';

/** A membership begins with its first payment; until then nobody has joined. */
const JOINED: readonly MembershipStatus[] = ['active', 'paused'];

export type JoinResult<M> =
  | { readonly kind: 'joined' | 'unpaid'; readonly membership: M }
  /** Nothing in this account says that somebody joined. */
  | { readonly kind: 'unknown' };

/**
 * @param own the memberships of whoever is signed in
 * @param id the membership that the address names, null if it names none
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
