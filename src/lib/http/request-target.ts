/**
 * Validates request targets. Routers, caches and the URL parser read unusual ones differently (`//host/path` is another host, `/x/../y`
 * another page), so these are rejected first.
 */

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

// No pattern of a route matches a line break.
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/** Error message for a malformed request target. */
export const MALFORMED_TARGET =
  'The address is malformed: its path must begin with one slash, without empty parts, dot segments, backslashes, line breaks, fragments or broken percent-encoding.';

/** Returns true for a path that every parser reads alike, with any query. */
export function isWellFormedTarget(target: string): boolean {
  if (!target.startsWith('/') || target.includes('#')) return false;
  const [path = ''] = target.split('?', 1);
  if (path.includes('\\') || !isDecodable(path) || LINE_BREAK.test(decodeURIComponent(path))) return false;
  const segments = path.slice(1).split('/');
  return segments.every((segment, index) => {
    const isLast = index === segments.length - 1;
    return !['.', '..'].includes(decodeURIComponent(segment)) && (isLast || segment !== '');
  });
}

/**
 * Returns path and query of a target in absolute form (`GET http://shop.example/wines`), which clients of a proxy send. Returns other
 * targets unchanged.
 */
export function originForm(target: string, host: string): string {
  const prefix = /^https?:\/\//i.exec(target)?.[0];
  if (prefix === undefined) return target;
  const rest = target.slice(prefix.length);
  const named = rest.slice(0, host.length);
  if (host === '' || named.toLowerCase() !== host.toLowerCase()) return target;
  const path = rest.slice(host.length);
  if (path === '') return '/';
  return path.startsWith('?') ? `/${path}` : path.startsWith('/') ? path : target;
}
