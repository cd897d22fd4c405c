/** Limits the bytes that one client may send to be stored. */
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Maximum number of clients; the least recent ones are dropped first. */
const MAX_CLIENTS = 50_000;

export interface ByteQuota {
  /** Counts the bytes in the client's minute and day. @returns 0 if they are accepted, else seconds to wait */
  take(client: string, bytes: number): number;
}

interface Window {
  since: number;
  bytes: number;
}

/** Returns the part of a quota that each of several processes grants, but not less than one request may have. */
export const quotaPart = (
  { perMinute, perDay }: { readonly perMinute: number; readonly perDay: number },
  processes: number,
  requestBytes: number,
): { readonly perMinute: number; readonly perDay: number } => ({
  perMinute: Math.max(requestBytes, Math.ceil(perMinute / processes)),
  perDay: Math.max(requestBytes, Math.ceil(perDay / processes)),
});

/** Creates a quota, in bytes per client. */
export function byteQuota(limits: { readonly perMinute: number; readonly perDay: number }, now: () => number = Date.now): ByteQuota {
  const clients = new LRUCache<string, { readonly minute: Window; readonly day: Window }>({ max: MAX_CLIENTS });
  const waitOf = (window: Window, length: number, limit: number, bytes: number): number => {
    if (now() - window.since >= length) Object.assign(window, { since: now(), bytes: 0 });
    return window.bytes + bytes <= limit ? 0 : Math.max(1, Math.ceil((window.since + length - now()) / 1_000));
  };
  return {
    take(key, bytes) {
      const client = clients.get(key) ?? { minute: { since: now(), bytes: 0 }, day: { since: now(), bytes: 0 } };
      clients.set(key, client);
      const wait = Math.max(waitOf(client.minute, MINUTE_MS, limits.perMinute, bytes), waitOf(client.day, DAY_MS, limits.perDay, bytes));
      if (wait > 0) return wait;
      client.minute.bytes += bytes;
      client.day.bytes += bytes;
      return 0;
    },
  };
}
