/** The shop's own push service: Web Push, registered with the shop (docs/decisions/0030-push.md). */

import type { Transport } from '#lib/client.ts';
import { client } from '#lib/client.ts';
import { pushContract } from '../contract.ts';
import type { PushSdk } from './push-port.ts';

export interface OwnPushPorts {
  /** Sends the token, which identifies the customer. */
  readonly transport: Transport;
  readonly registration: () => Promise<ServiceWorkerRegistration>;
  readonly guestId: () => string | null;
}

const text = (bytes: ArrayBuffer | null): string =>
  btoa(Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export function webPush({ transport, registration, guestId }: OwnPushPorts): PushSdk {
  const calls = client(pushContract, transport);

  const register = async (subscription: PushSubscription): Promise<void> => {
    const sent = await calls.subscribe({
      endpoint: subscription.endpoint,
      p256dh: text(subscription.getKey('p256dh')),
      auth: text(subscription.getKey('auth')),
      guestId: guestId(),
    });
    if (!sent.ok) throw new Error(sent.title);
  };
  const existing = async (): Promise<PushSubscription | null> => (await registration()).pushManager.getSubscription();

  /** A subscription with another VAPID key of the shop would be rejected by the push service. */
  const subscribed = async (): Promise<PushSubscription> => {
    const answered = await calls.key({});
    if (!answered.ok) throw new Error(answered.title);
    const { publicKey } = answered.value.data;
    const subscription = await existing();
    if (subscription && text(subscription.options.applicationServerKey) === publicKey) return subscription;
    await subscription?.unsubscribe();
    return (await registration()).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  };

  return {
    async setSubscription(isEnabled) {
      if (isEnabled) {
        await register(await subscribed());
        return true;
      }
      const subscription = await existing();
      if (!subscription) return false;
      await calls.unsubscribe({ endpoint: subscription.endpoint });
      await subscription.unsubscribe();
      return false;
    },
    async sendTags(tags, cartId) {
      const subscription = await existing();
      if (subscription) await calls.tag({ endpoint: subscription.endpoint, cartId, ...tags });
    },
    async setExternalUserId() {
      const subscription = await existing();
      if (subscription) await register(subscription);
    },
  };
}
