/** Addresses as analytics may hear them: without the tokens and the personal parameters that some of the shop's addresses carry. */

/** Sections whose further segments name somebody's order, checkout or account. */
const PRIVATE = new Set([
  'checkout',
  'order',
  'orders',
  'account',
  'auth',
  'identity',
  'gift-card',
  'wine-clubs',
  'sandbox-gateway',
  'pay',
]);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEPT = /^(q|query|page|sort|sortBy|utm_[a-z]+)$/;

/** `/checkout/k3Jd…` → `/checkout/:id`. Segments with a digit or of 20 characters and more are ids there; a UUID is one anywhere. */
export function safePath(path: string): string {
  const [, section = ''] = path.split('/');
  const isId = (segment: string): boolean => UUID.test(segment) || (PRIVATE.has(section) && (/\d/.test(segment) || segment.length >= 20));
  return path
    .split('/')
    .map((segment, index) => (index > 1 && isId(segment) ? ':id' : segment))
    .join('/');
}

/** An absolute address with a safe path, harmless parameters only, and no hash; empty where it is none. */
export function redactUrl(href: string): string {
  if (!URL.canParse(href)) return '';
  const url = new URL(href);
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => KEPT.test(name)));
  return `${url.origin}${safePath(url.pathname)}${kept.size > 0 ? `?${kept}` : ''}`;
}

/** Where somebody is sent back to: a path of the shop without parameters, or an absolute address as above. */
export const safeTarget = (to: string): string => (to.startsWith('/') ? safePath(to.replace(/[?#].*$/s, '')) : redactUrl(to));
