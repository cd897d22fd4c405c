/** Which compression an answer may have. */
import type { Encoding } from './page-cache.ts';

const MAX_HEADER_LENGTH = 1_000;

/** The best of brotli, gzip and none that an `Accept-Encoding` header allows; `;q=0` forbids. What a long header says late is passed over. */
export function encodingFor(header: string | undefined): Encoding {
  const allowed = new Set(
    (header ?? '')
      .slice(0, MAX_HEADER_LENGTH)
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((each) => each.trim()))
      .filter(([, quality]) => quality === undefined || Number(quality.replace(/^q=/, '')) > 0)
      .map(([name]) => name),
  );
  return allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : 'identity';
}
