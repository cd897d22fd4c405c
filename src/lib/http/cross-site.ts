/**
 * Decides which requests may change state [API-19, API-20, API-21]. Some calls change state by GET, so links, images and speculative
 * loads must not reach them.
 */
export interface FetchMetadata {
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly purpose: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Returns true if a mutation must be rejected with 403: cross-site (unless its Origin is configured), a navigation, or a prefetch.
 * Without these headers a request passes unless its Origin is foreign.
 */
export function isUnsafeChange(headers: FetchMetadata, isKnownOrigin: (origin: string) => boolean): boolean {
  if (headers.purpose?.includes('prefetch')) return true;
  if (headers.mode === 'navigate') return true;
  const foreign = headers.origin !== undefined && !isKnownOrigin(headers.origin);
  if (foreign) return true;
  return headers.site === 'cross-site' && headers.origin === undefined;
}
