/** Sends planned notifications outside quiet hours, within the rate limit of each browser. */
import webPush from 'web-push';
import type { Database } from '#lib/db/pool.ts';
import type { PushMessage } from '../model/message.ts';
import { type QuietTable, quietHoursByRegion } from '../model/quiet-hours.ts';
import { CART_STATE } from './plan-messages.ts';
import { type Subscription, withdrawDevice } from './subscription.repository.ts';
import { vapidKeys } from './vapid.ts';

export interface Sending {
  readonly quiet: QuietTable;
  /** Hours between two notifications to one browser. */
  readonly hoursBetween: number;
  /** Contact for push services: `mailto:…` or `https:…`. */
  readonly contact: string;
  readonly now: Date;
}

interface Claimed extends Subscription {
  readonly id: number;
  readonly message: PushMessage;
  readonly attempts: number;
  readonly before: Date | null;
}

const PATIENCE_MS = 5_000;
const MAX_AT_ONCE = 50;
const MAX_ATTEMPTS = 5;
/** Seconds that a push service stores a message for an offline browser. */
const TTL_SECONDS = 43_200;

/** Deletes stale messages: of carts that changed, and older than two days. */
const purgeStale = (database: Database): Promise<number> =>
  database.execute({
    text: `delete from push_messages m where sent_at is null and (created_at < now() - interval '2 days'
      or kind = 'cart' and not exists (select 1 from carts c where ${CART_STATE} = m.subject_key))`,
  });

/** Returns the state of the shopper or of the cart's delivery; empty if unknown or without its own time zone. */
const REGION = `coalesce((select k.region from (select coalesce(
    (select a.state from customer_addresses a where a.customer_id = s.customer_id and a.market = s.market order by a.is_default desc, a.id limit 1),
    (select c.region from carts c where c.id = s.cart_id)) as region) k
  where s.market || ' ' || k.region = any($3)), '')`;

/**
 * Claims the messages to send now, one per browser. A claimed message counts as sent, so that a killed process notifies nobody twice. It
 * is released if the push service rejects it.
 */
const claim = (database: Database, awake: readonly string[], hoursBetween: number, all: readonly string[]): Promise<Claimed[]> =>
  database.transaction((transaction) =>
    transaction.queryMany<Claimed>({
      text: `with ready as (
          select endpoint, last_sent_at from push_subscriptions s
          where (last_sent_at is null or last_sent_at < now() - make_interval(hours => $2))
            and exists (select 1 from push_messages m where m.endpoint = s.endpoint and sent_at is null and send_after <= now())
            and s.market || ' ' || ${REGION} = any($1)
          order by endpoint limit ${MAX_AT_ONCE} for update skip locked
        ), first as (
          select distinct on (m.endpoint) m.id, m.endpoint from push_messages m join ready using (endpoint)
          where m.sent_at is null and m.send_after <= now() order by m.endpoint, m.kind desc, m.id
        ), told as (
          update push_messages m set sent_at = now(), attempts = attempts + 1 from first where m.id = first.id
          returning m.id, m.endpoint, m.message, m.attempts
        )
        update push_subscriptions s set last_sent_at = now() from told, ready where s.endpoint = told.endpoint and ready.endpoint = s.endpoint
        returning told.id, told.message, told.attempts, ready.last_sent_at as before, s.endpoint, s.p256dh, s.auth`,
      values: [awake, hoursBetween, all],
    }),
  );

/** Returns the status of the push service, or 0 without a response. */
async function post({ endpoint, p256dh, auth, message }: Claimed, vapidDetails: webPush.RequestOptions['vapidDetails']): Promise<number> {
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      ...(vapidDetails ? { vapidDetails } : {}),
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
    });
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    delete headers['Content-Length'];
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Sends what may be sent now. Returns the number of notified browsers. */
export async function sendPush(database: Database, { quiet, hoursBetween, contact, now }: Sending): Promise<number> {
  await purgeStale(database);
  const places = quietHoursByRegion(quiet, now).map(({ market, region, isQuiet }) => ({ place: `${market} ${region}`, isQuiet }));
  const awake = places.filter((each) => !each.isQuiet).map(({ place }) => place);
  const all = places.map(({ place }) => place);
  const claimed = awake.length === 0 ? [] : await claim(database, awake, hoursBetween, all);
  if (claimed.length === 0) return 0;
  const keys = { subject: contact, ...(await vapidKeys(database)) };
  const settled = await Promise.all(claimed.map(async (one) => settle(database, one, await post(one, keys))));
  return settled.filter(Boolean).length;
}

async function settle(database: Database, { id, endpoint, attempts, before }: Claimed, status: number): Promise<boolean> {
  if (status >= 200 && status < 300) return true;
  // The browser or the shopper ended the subscription.
  if (status === 404 || status === 410) {
    await database.transaction((transaction) => withdrawDevice(transaction, endpoint));
    return false;
  }
  const shouldRetry = (status === 0 || status === 429 || status >= 500) && attempts < MAX_ATTEMPTS;
  await database.transaction(async (transaction) => {
    await transaction.execute({ text: 'update push_subscriptions set last_sent_at = $2 where endpoint = $1', values: [endpoint, before] });
    // A message that is given up stays marked as sent, so that its state is not planned again.
    if (shouldRetry)
      await transaction.execute({
        text: "update push_messages set sent_at = null, send_after = now() + interval '1 minute' * power(3, $2::int - 1) where id = $1",
        values: [id, attempts],
      });
  });
  return false;
}
