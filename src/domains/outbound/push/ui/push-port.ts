/** Push notifications, whichever service sends them. The library loads on demand and earlier calls are queued [PUSH-2]. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { createStore } from '#ui/create-store.ts';
import type { PushTags } from '../model/tags.ts';

/** What a push SDK does. It is loaded when the first of these is wanted. */
export interface PushSdk {
  /** Subscribe and register this browser, or end that. Gives whether it is subscribed. */
  setSubscription(isEnabled: boolean): Promise<boolean>;
  sendTags(tags: PushTags, cartId: string | null): Promise<void>;
  /** Whose browser it is; null is a guest's. */
  setExternalUserId(id: string | null): Promise<void>;
}

export interface PushPorts {
  readonly loadSdk: () => Promise<PushSdk>;
  readonly permission: () => NotificationPermission;
  /** Asks the shopper; only ever after their own press. */
  readonly askPermission: () => Promise<NotificationPermission>;
  readonly values: KeyValueStorage;
  /** Whether it was turned off from a notification since this was asked last. */
  readonly takeTurnedOff: () => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

export interface PushState {
  readonly permission: NotificationPermission;
  readonly isOn: boolean;
  readonly isSubmitting: boolean;
  readonly hasFailed: boolean;
}

/** Name in local storage of what the shopper chose: `on`, `off`, or nothing yet. */
export const CHOICE_KEY = 'push';

export function createPush({
  loadSdk,
  permission,
  askPermission: requestPermission,
  values,
  takeTurnedOff: consumeOptOut,
  report,
}: PushPorts) {
  const store = createStore<PushState>({ permission: permission(), isOn: false, isSubmitting: false, hasFailed: false });
  let sdk: Promise<PushSdk> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const show = (change: Partial<PushState>): void => {
    store.set({ ...store.current(), ...change });
  };
  /** Calls run one after the other, in the order they were made; those made before the SDK is there wait for it. */
  const queued = (work: (sdk: PushSdk) => Promise<void>): Promise<void> => {
    const run = queue.then(async () => {
      sdk ??= loadSdk();
      try {
        await work(await sdk);
      } catch (error) {
        sdk = null;
        show({ hasFailed: true });
        report(error);
      }
    });
    queue = run;
    return run;
  };
  const set = async (isEnabled: boolean): Promise<void> => {
    show({ isSubmitting: true, hasFailed: false });
    await queued(async (loaded) => {
      const isSubscribed = await loaded.setSubscription(isEnabled);
      values.write(CHOICE_KEY, isSubscribed ? 'on' : 'off');
      show({ isOn: isSubscribed });
    });
    show({ isSubmitting: false });
  };

  return {
    subscribe: store.subscribe,
    current: store.current,

    /** Bring the subscription in line with the permission: granted is subscribed, unless the shopper turned it off here. */
    async follow(): Promise<void> {
      show({ permission: permission() });
      if (await consumeOptOut()) {
        values.write(CHOICE_KEY, 'off');
        show({ isOn: false });
      }
      const choice = values.read(CHOICE_KEY);
      if (store.current().permission === 'granted' && choice !== 'off') await set(true);
      else if (store.current().isOn || choice === 'on') {
        await set(false);
        // It was the browser's settings, not the shopper's press: granted again, it is on again.
        values.remove(CHOICE_KEY);
      }
    },
    async enable(): Promise<void> {
      show({ isSubmitting: true });
      show({ permission: await requestPermission() });
      if (store.current().permission === 'granted') await set(true);
      else show({ isSubmitting: false });
    },
    disable: (): Promise<void> => set(false),

    /** Tell the service of the cart; nothing where nobody listens. */
    async tag(tags: PushTags, cartId: string | null): Promise<void> {
      if (store.current().isOn) await queued((loaded) => loaded.sendTags(tags, cartId));
    },
    async setUser(id: string | null): Promise<void> {
      if (store.current().isOn) await queued((loaded) => loaded.setExternalUserId(id));
    },
  };
}

export type Push = ReturnType<typeof createPush>;
