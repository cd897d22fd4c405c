/** Selects the compression of a response. */
import type { Encoding } from '#server/page-cache/page-cache.ts';

const MAX_HEADER_LENGTH = 1_000;

/**
 * Returns the best of brotli, gzip and none that an `Accept-Encoding` header allows; `;q=0` forbids. Only the start of a long header is
 * read.
 */
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
