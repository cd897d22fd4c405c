/** Which compression an answer may have. */
import type { Encoding } from './page-cache.ts';

/** The best of brotli, gzip and none that an `Accept-Encoding` header allows; `;q=0` forbids. */
export function encodingFor(header: string | undefined): Encoding {
  const allowed = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, quality]) => quality === undefined || Number(quality.replace(/^q=/, '')) > 0)
      .map(([name]) => name),
  );
  return allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : 'identity';
}
