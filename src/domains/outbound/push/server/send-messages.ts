/** Sends planned notifications outside quiet hours, within the rate limit of each browser. */
import type { RequestOptions } from 'web-push';
import type { Database } from '#lib/db/pool.ts';
import { type QuietTable, quietHoursByRegion } from '../model/quiet-hours.ts';
import { type ClaimedMessage, claimMessages, purgeStaleMessages, sendLater, setLastSent } from './push-message.repository.ts';
import { withdrawDevice } from './subscription.repository.ts';
import { vapidKeys } from './vapid.ts';

export interface Sending {
  readonly quiet: QuietTable;
  /** Hours between two notifications to one browser. */
  readonly hoursBetween: number;
  /** Contact for push services: `mailto:…` or `https:…`. */
  readonly contact: string;
  readonly now: Date;
}

const PATIENCE_MS = 5_000;
const MAX_ATTEMPTS = 5;
/** Seconds that a push service stores a message for an offline browser. */
const TTL_SECONDS = 43_200;

/** Returns the status of the push service, or 0 without a response. */
async function post({ endpoint, p256dh, auth, message }: ClaimedMessage, vapidDetails: RequestOptions['vapidDetails']): Promise<number> {
  try {
    // Most shops start without a message to send.
    const { default: webPush } = await import('web-push');
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      ...(vapidDetails ? { vapidDetails } : {}),
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
    });
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    delete headers['Content-Length'];
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends what may be sent now. Returns the number of notified browsers. */
export async function sendPush(database: Database, { quiet, hoursBetween, contact, now }: Sending): Promise<number> {
  await purgeStaleMessages(database);
  const regions = quietHoursByRegion(quiet, now).map(({ market, region, isQuiet }) => ({ place: `${market} ${region}`, isQuiet }));
  const awake = regions.filter((each) => !each.isQuiet).map(({ place }) => place);
  const all = regions.map(({ place }) => place);
  const claimed = awake.length === 0 ? [] : await claimMessages(database, awake, hoursBetween, all);
  if (claimed.length === 0) return 0;
  const keys = { subject: contact, ...(await vapidKeys(database)) };
  const results = await Promise.all(claimed.map(async (one) => recordResult(database, one, await post(one, keys))));
  return results.filter(Boolean).length;
}

async function recordResult(database: Database, { id, endpoint, attempts, before }: ClaimedMessage, status: number): Promise<boolean> {
  if (status >= 200 && status < 300) return true;
  // The browser or the shopper ended the subscription.
  if (status === 404 || status === 410) {
    await database.transaction((transaction) => withdrawDevice(transaction, endpoint));
    return false;
  }
  const shouldRetry = (status === 0 || status === 429 || status >= 500) && attempts < MAX_ATTEMPTS;
  await database.transaction(async (transaction) => {
    await setLastSent(transaction, endpoint, before);
    // A message that is given up stays marked as sent, so that its state is not planned again.
    if (shouldRetry) await sendLater(transaction, id, attempts);
  });
  return false;
}
