import { expect, test } from 'vitest';
import { NO_TAGS } from '../model/tags.ts';
import { type OneSignal, type OneSignalPage, oneSignalPush } from './onesignal-push.ts';

test('fails without an app id [PUSH-3]', async () => {
  await expect(oneSignalPush('', {}, async () => {})).rejects.toThrow('You need to provide your OneSignal appId.');
});

test('initialises SDK 16 with its own worker path and calls it by its names [PUSH-1]', async () => {
  const done: unknown[] = [];
  let optedIn = false;
  const sdk: OneSignal = {
    init: async (options) => void done.push(options),
    login: async (id) => void done.push(['login', id]),
    logout: async () => void done.push('logout'),
    User: {
      addTags: (tags) => void done.push(tags),
      PushSubscription: {
        async optIn() {
          optedIn = true;
        },
        async optOut() {
          optedIn = false;
        },
        get optedIn() {
          return optedIn;
        },
      },
    },
  };
  const page: OneSignalPage = {};
  const push = await oneSignalPush('app', page, async (address) => {
    expect(address).toBe('https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.page.js');
    for (const work of page.OneSignalDeferred ?? []) work(sdk);
  });
  expect(await push.setSubscription(true)).toBe(true);
  await push.setExternalUserId('7');
  await push.sendTags(NO_TAGS, null);
  await push.setExternalUserId(null);
  expect(await push.setSubscription(false)).toBe(false);
  expect(done).toEqual([
    {
      appId: 'app',
      serviceWorkerPath: 'push/onesignal/OneSignalSDKWorker.js',
      serviceWorkerParam: { scope: '/push/onesignal/' },
      allowLocalhostAsSecureOrigin: true,
    },
    ['login', '7'],
    NO_TAGS,
    'logout',
  ]);
});
