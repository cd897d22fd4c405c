/** Creates the push port of this browser with its dependencies. */

import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { GUEST_KEY } from '#domains/discovery/favourites/ui/guest-key.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { reportError } from '#lib/browser/report-error.ts';
import { type OneSignalPage, oneSignalPush } from './onesignal-push.ts';
import { consumeOptOut } from './opt-out.ts';
import { createPush, type Push } from './push-port.ts';
import { webPush } from './web-push.ts';

const loadScript = (address: string): Promise<void> =>
  new Promise((done, fail) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true });
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => fail(new Error('The push service could not be loaded.')));
    document.head.append(script);
  });

const registration = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register('/sw.js');
  return navigator.serviceWorker.ready;
};

/** Creates the push port of this browser. @param appId of OneSignal; null selects the shop's own push */
export function createBrowserPush(auth: AuthStore, appId: string | null): Push {
  const values = createLocalStorage();
  return createPush({
    loadSdk: async () =>
      appId === null
        ? webPush({ transport: signedTransport(fetchTransport(), auth), registration, guestId: () => values.read(GUEST_KEY) })
        : oneSignalPush(appId, window as OneSignalPage, loadScript),
    permission: () => Notification.permission,
    requestPermission: () => Notification.requestPermission(),
    values,
    consumeOptOut,
    report: (error) => reportError(error, { action: 'push' }),
  });
}
