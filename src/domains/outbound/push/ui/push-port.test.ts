import { expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { NO_TAGS } from '../model/tags.ts';
import { createPush, type PushSdk } from './push-port.ts';

function scripted(
  options: { permission?: NotificationPermission; promptResult?: NotificationPermission; choice?: string; isTurnedOff?: boolean } = {},
) {
  const done: string[] = [];
  let permission = options.permission ?? 'default';
  let arrive: () => void = () => {};
  const values = createMemoryStorage(options.choice === undefined ? {} : { push: options.choice });
  const sdk: PushSdk = {
    async setSubscription(isEnabled) {
      done.push(isEnabled ? 'on' : 'off');
      return isEnabled;
    },
    sendTags: async ({ cart_item }, cartId) => void done.push(`tags ${cart_item} ${cartId}`),
    setExternalUserId: async (id) => void done.push(`user ${id}`),
  };
  const push = createPush({
    loadSdk: () => {
      done.push('load');
      return new Promise((resolve) => {
        arrive = () => resolve(sdk);
      });
    },
    permission: () => permission,
    requestPermission: async () => {
      done.push('ask');
      permission = options.promptResult ?? 'granted';
      return permission;
    },
    values,
    consumeOptOut: async () => options.isTurnedOff ?? false,
    report: (error) => void done.push(String(error)),
  });
  const flush = async (): Promise<void> => {
    for (let index = 0; index < 20; index += 1) await Promise.resolve();
  };
  return { push, done, values, arrive: () => arrive(), settle: flush, revoke: () => (permission = 'denied') };
}

test('asks and loads nothing on page load [PUSH-2]', async () => {
  const { push, done } = scripted();
  await push.follow();
  await push.tag(NO_TAGS, null);
  await push.setUser('7');
  expect(done).toEqual([]);
});

test('asks, loads and subscribes on a press, and queues earlier calls [PUSH-2]', async () => {
  const { push, done, arrive, settle, values } = scripted();
  const turning = push.enable();
  await settle();
  expect(done).toEqual(['ask', 'load']);
  arrive();
  await turning;
  await Promise.all([push.setUser('7'), push.tag({ ...NO_TAGS, cart_item: 'Shiraz' }, 'cart')]);
  expect(done).toEqual(['ask', 'load', 'on', 'user 7', 'tags Shiraz cart']);
  expect(values.read('push')).toBe('on');
});

test('stays off after it is turned off from a notification, even with permission', async () => {
  const { push, done, values } = scripted({ permission: 'granted', choice: 'on', isTurnedOff: true });
  await push.follow();
  expect(done).toEqual([]);
  expect([values.read('push'), push.current().isEnabled]).toEqual(['off', false]);
});

test('loads nothing after a denial, which the browser remembers', async () => {
  const { push, done } = scripted({ promptResult: 'denied' });
  await push.enable();
  expect(done).toEqual(['ask']);
  expect(push.current()).toMatchObject({ permission: 'denied', isEnabled: false, isSubmitting: false });
});

test('subscribes if the permission is granted, and unsubscribes if it is revoked [PUSH-4]', async () => {
  const { push, done, arrive, settle, revoke } = scripted({ permission: 'granted' });
  const following = push.follow();
  await settle();
  arrive();
  await following;
  expect(push.current().isEnabled).toBe(true);
  revoke();
  await push.follow();
  expect(done).toEqual(['load', 'on', 'off']);
  expect(push.current()).toMatchObject({ permission: 'denied', isEnabled: false });
});

test('stays off after it is turned off', async () => {
  const { push, done } = scripted({ permission: 'granted', choice: 'off' });
  await push.follow();
  expect(done).toEqual([]);
});
