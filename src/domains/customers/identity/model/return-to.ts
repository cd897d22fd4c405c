/** Allowed redirect targets: paths of this site and configured origins [ID-17]. */

const PATH = /^\/(?![/\\])/;
const ORIGIN = /^(https?:\/\/[^/?#\\@\s]+)(?=[/?#]|$)/i;
// Browsers drop tabs and line breaks from URLs, so `/<tab>/elsewhere` would leave the site.
const HIDDEN = /[\p{Cc}\p{Cs}\\\s]/u;

/**
 * Returns the target unchanged if it is allowed, else null.
 * @param origins configured origins, without a trailing slash, in lower case
 */
export function allowedTarget(target: string | null | undefined, origins: readonly string[]): string | null {
  if (!target || target.length > 4_000 || HIDDEN.test(target)) return null;
  if (PATH.test(target)) return target;
  const origin = ORIGIN.exec(target)?.[1]?.toLowerCase();
  return origin !== undefined && origins.includes(origin) ? target : null;
}

/** Returns the target, or `/` if it is not allowed. */
export const returnTarget = (target: string | null | undefined, origins: readonly string[]): string =>
  allowedTarget(target, origins) ?? '/';

/** Returns true if the target continues an authorisation request. */
export const continuesAuthorization = (target: string): boolean => target.startsWith('/authorize?');

/** `/wines?query=x#top` → `/wines?query=x&authenticated=yes#top`: the shop then obtains its tokens silently [ID-15]. */
export function withAuthenticated(target: string): string {
  if (continuesAuthorization(target)) return target;
  const [address = '/', ...fragment] = target.split('#');
  const joined = `${address}${address.includes('?') ? '&' : '?'}authenticated=yes`;
  return fragment.length > 0 ? `${joined}#${fragment.join('#')}` : joined;
}
