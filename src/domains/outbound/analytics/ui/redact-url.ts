/** Removes tokens and personal parameters from URLs before analytics receives them. */

/** Sections whose further segments identify an order, checkout or account. */
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
const ALLOWED_PARAMETERS = /^(q|query|page|sort|sortBy|utm_[a-z]+)$/;

/**
 * `/checkout/k3Jd…` → `/checkout/:id`. In these sections segments with a digit or 20 characters and more are ids. UUIDs are ids anywhere.
 */
export function safePath(path: string): string {
  const [, section = ''] = path.split('/');
  const isId = (segment: string): boolean => UUID.test(segment) || (PRIVATE.has(section) && (/\d/.test(segment) || segment.length >= 20));
  return path
    .split('/')
    .map((segment, index) => (index > 1 && isId(segment) ? ':id' : segment))
    .join('/');
}

/** Returns an absolute URL with a safe path, harmless parameters only and no hash, or an empty text if it is invalid. */
export function redactUrl(href: string): string {
  if (!URL.canParse(href)) return '';
  const url = new URL(href);
  const params = new URLSearchParams([...url.searchParams].filter(([name]) => ALLOWED_PARAMETERS.test(name)));
  return `${url.origin}${safePath(url.pathname)}${params.size > 0 ? `?${params}` : ''}`;
}

/** Returns a return path of the shop without parameters, or a safe absolute URL. */
export const safeTarget = (to: string): string => (to.startsWith('/') ? safePath(to.replace(/[?#].*$/s, '')) : redactUrl(to));
