/** What a handler knows of the request beside its input. */
import type { Site } from '#markets/sites.ts';

export interface CallContext {
  readonly site: Site;
  /** The origin of the request's site where the host table lists it, else PUBLIC_URL. No trailing slash. */
  readonly origin: string;
  /** Client address; forwarded headers count only from configured proxies. */
  readonly ip: string;
  /** The state or province that a configured proxy's header names, as it says it; null where none does. */
  readonly edgeRegion: string | null;
  /** Made on this machine for this machine, through no proxy: development pages answer nobody else. */
  readonly isLocal: boolean;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** The version a caller expects (`If-Match`), null where it does not say. */
  readonly ifMatch: number | null;
  /** The bearer token as sent, unverified; null where there is none. */
  readonly bearer: string | null;
}
