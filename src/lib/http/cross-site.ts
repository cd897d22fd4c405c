/**
 * Which requests may change something (DECISIONS.md "Safer than the original"): reads by GET that change state keep
 * their path, so a link, an image or a speculative load must not reach them.
 */
export interface FetchMetadata {
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly purpose: string | undefined;
  readonly origin: string | undefined;
}

/**
 * True where a changing call must be answered 403: cross-site (unless its Origin is configured), a navigation,
 * or a prefetch. Without these headers a request passes unless its Origin is foreign.
 */
export function isUnsafeChange(headers: FetchMetadata, isKnownOrigin: (origin: string) => boolean): boolean {
  if (headers.purpose?.includes('prefetch')) return true;
  if (headers.mode === 'navigate') return true;
  const foreign = headers.origin !== undefined && !isKnownOrigin(headers.origin);
  if (foreign) return true;
  return headers.site === 'cross-site' && headers.origin === undefined;
}
