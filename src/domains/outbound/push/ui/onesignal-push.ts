/** OneSignal's web SDK 16 as a push service [PUSH-1]. Its worker has another path than the shop's own. */
import type { PushSdk } from './push-port.ts';

/** The used part of the SDK. */
export interface OneSignal {
  init(options: {
    readonly appId: string;
    readonly serviceWorkerPath: string;
    readonly serviceWorkerParam: { readonly scope: string };
    readonly allowLocalhostAsSecureOrigin: boolean;
  }): Promise<void>;
  login(externalId: string): Promise<void>;
  logout(): Promise<void>;
  readonly User: {
    addTags(tags: Readonly<Record<string, string>>): void;
    readonly PushSubscription: { optIn(): Promise<void>; optOut(): Promise<void>; readonly optedIn: boolean | undefined };
  };
}

export interface OneSignalPage {
  OneSignalDeferred?: ((sdk: OneSignal) => void)[];
}

const SCRIPT = 'https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.page.js';
const SCOPE = '/push/onesignal/';

/**
 * Loads and starts the SDK.
 * @throws Error 'You need to provide your OneSignal appId.' without an app id [PUSH-3]
 */
export async function oneSignalPush(appId: string, page: OneSignalPage, loadScript: (address: string) => Promise<void>): Promise<PushSdk> {
  if (!appId) throw new Error('You need to provide your OneSignal appId.');
  page.OneSignalDeferred ??= [];
  const { OneSignalDeferred: deferred } = page;
  const started = new Promise<OneSignal>((resolve, reject) => {
    deferred.push((sdk) => {
      sdk
        .init({
          appId,
          serviceWorkerPath: `${SCOPE.slice(1)}OneSignalSDKWorker.js`,
          serviceWorkerParam: { scope: SCOPE },
          allowLocalhostAsSecureOrigin: true,
        })
        .then(() => resolve(sdk), reject);
    });
  });
  await loadScript(SCRIPT);
  const sdk = await started;
  return {
    async setSubscription(isEnabled) {
      const { PushSubscription: subscription } = sdk.User;
      await (isEnabled ? subscription.optIn() : subscription.optOut());
      return subscription.optedIn === true;
    },
    sendTags: async (tags) => sdk.User.addTags({ ...tags }),
    setExternalUserId: (id) => (id === null ? sdk.logout() : sdk.login(id)),
  };
}
