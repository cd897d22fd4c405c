/** Where a sign-in or sign-out may lead: a path of this site, or an origin the configuration lists. */

const PATH = /^\/(?![/\\])/;
const ORIGIN = /^(https?:\/\/[^/?#\\@\s]+)(?=[/?#]|$)/i;
// Browsers drop tabs and line ends from addresses, so `/<tab>/elsewhere` would leave the site.
const HIDDEN = /[\p{Cc}\p{Cs}\\\s]/u;

/**
 * The target as given where it is allowed, else null.
 * @param origins configured origins, without a trailing slash, in lower case
 */
export function allowedTarget(given: string | null | undefined, origins: readonly string[]): string | null {
  if (!given || given.length > 4_000 || HIDDEN.test(given)) return null;
  if (PATH.test(given)) return given;
  const origin = ORIGIN.exec(given)?.[1]?.toLowerCase();
  return origin !== undefined && origins.includes(origin) ? given : null;
}

/** Where to go after a sign-in: the target, or the shop's front. */
export const returnTarget = (given: string | null | undefined, origins: readonly string[]): string => allowedTarget(given, origins) ?? '/';

/** True where the target is the provider's own endpoint, which goes on by itself. */
export const continuesAuthorization = (target: string): boolean => target.startsWith('/authorize?');

/** `/wines?query=x#top` → `/wines?query=x&authenticated=yes#top`: the shop then obtains its tokens silently (SPEC.md §2). */
export function withAuthenticated(target: string): string {
  if (continuesAuthorization(target)) return target;
  const [address = '/', ...fragment] = target.split('#');
  const joined = `${address}${address.includes('?') ? '&' : '?'}authenticated=yes`;
  return fragment.length > 0 ? `${joined}#${fragment.join('#')}` : joined;
}
