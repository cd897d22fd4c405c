/** Stores browsers that receive notifications. */
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { recordDevice } from '#domains/customers/consent/server/consent.repository.ts';
import type { PushTags } from '#domains/outbound/push/model/tags.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Subscriber {
  readonly market: Market;
  /** 0 is a guest. */
  readonly customerId: number;
  readonly guestId: string | null;
}

/** Saves a subscription for the browser's current shopper. Removes another shopper's cart and pending messages from it. */
export async function saveSubscription(transaction: Transaction, { endpoint, p256dh, auth }: Subscription, who: Subscriber): Promise<void> {
  const customerId = who.customerId === 0 ? null : who.customerId;
  await transaction.execute({
    text: `delete from push_messages where sent_at is null and endpoint =
      (select endpoint from push_subscriptions where endpoint = $1 and customer_id is not null and customer_id is distinct from $2::integer)`,
    values: [endpoint, customerId],
  });
  await transaction.execute({
    text: `insert into push_subscriptions as s (endpoint, p256dh, auth, market, customer_id, guest_id) values ($1, $2, $3, $4, $5, $6)
      on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, market = excluded.market,
        customer_id = excluded.customer_id, guest_id = excluded.guest_id, seen_at = now(),
        cart_item = case when s.customer_id is distinct from excluded.customer_id then '' else s.cart_item end,
        cart_image = case when s.customer_id is distinct from excluded.customer_id then '' else s.cart_image end`,
    values: [endpoint, p256dh, auth, who.market, customerId, who.guestId],
  });
}

/** Deletes a subscription that its shopper turned off and records the withdrawal of consent. */
export async function withdrawDevice(transaction: Transaction, endpoint: string): Promise<void> {
  const row = await transaction.queryOne<{ customer_id: number | null; market: Market }>({
    text: 'delete from push_subscriptions where endpoint = $1 returning customer_id, market',
    values: [endpoint],
  });
  if (!row) return;
  await recordDevice(transaction, endpoint, {
    customerId: row.customer_id,
    granted: false,
    wording: CONSENT_WORDING.push,
    market: row.market,
  });
}

/** Sets the tags of a subscription. Returns false if it does not exist. */
export const tagSubscription = async (db: Queryable, endpoint: string, cartId: string | null, tags: PushTags): Promise<boolean> =>
  (await db.execute({
    text: `update push_subscriptions set cart_id = $2, cart_item = $3, cart_image = $4, cart_update = to_timestamp($5), seen_at = now()
      where endpoint = $1`,
    values: [endpoint, cartId, tags.cart_item, tags.cart_image, tags.cart_update === '' ? null : Number(tags.cart_update)],
  })) > 0;

/** Blanks the tags of all devices of a customer [PUSH-8]. */
export const blankTags = (db: Queryable, customerId: number): Promise<number> =>
  db.execute({
    text: "update push_subscriptions set cart_id = null, cart_item = '', cart_image = '', cart_update = null where customer_id = $1",
    values: [customerId],
  });

/** Days for which a browser without a visit stays subscribed. */
const SUBSCRIPTION_RETENTION_DAYS = 365;
/** Days for which messages are stored. */
const MESSAGE_RETENTION_DAYS = 60;

/** Deletes browsers that were not seen for long, and old messages. @returns how many */
export async function purgeNotifications(db: Queryable): Promise<number> {
  const browsers = await db.execute({
    text: `delete from push_subscriptions where seen_at < now() - interval '${SUBSCRIPTION_RETENTION_DAYS} days'`,
  });
  const messages = await db.execute({
    text: `delete from push_messages where created_at < now() - interval '${MESSAGE_RETENTION_DAYS} days'`,
  });
  return browsers + messages;
}

/** Reads a customer's devices for "download my data". The rows are deleted with the account. */
export const pushData = {
  name: 'notifications',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: 'select market, cart_item, cart_update, created_at, last_sent_at from push_subscriptions where customer_id = $1',
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from push_subscriptions where customer_id = $1', values: [id] });
  },
} as const;

/** Finds the customer whom a vendor knows by id or `sub`. */
export async function customerIdOfExternalUser(db: Queryable, externalUserId: string): Promise<number | null> {
  const row = await db.queryOne<{ id: number }>({
    text: 'select id from customers where id::text = $1 or subject = $1 limit 1',
    values: [externalUserId],
  });
  return row?.id ?? null;
}
