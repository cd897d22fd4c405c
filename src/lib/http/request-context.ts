/** The parts of a request that handlers use in addition to the input. */
import type { SellingTerms } from '#markets/definition.ts';
import type { Site } from '#markets/sites.ts';

export interface CallContext {
  readonly site: Site;
  /** What totals are calculated from in the site's market at the time of the request. */
  readonly terms: SellingTerms;
  /**
   * What the browser calculated with, if its page was made with other settings: its terms, or `unknown`. Null if the page is up to date, or
   * the client does not say.
   */
  readonly outdatedTerms: SellingTerms | 'unknown' | null;
  /** Origin of the request's site if the host table lists it, else PUBLIC_URL. No trailing slash. */
  readonly origin: string;
  /** Client IP address. Forwarded headers count only from configured proxies [API-22]. */
  readonly ip: string;
  /** State or province from the header of a configured proxy, unparsed, or null. */
  readonly edgeRegion: string | null;
  /** True if the request was made on this machine, for a local host and without a proxy. Development pages serve no other requests. */
  readonly isLocal: boolean;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** The version in `If-Match`, or null [API-17]. */
  readonly ifMatch: number | null;
  /** The bearer token, unverified, or null. */
  readonly bearer: string | null;
}
