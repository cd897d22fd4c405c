/** Push notifications, whichever service sends them. The library loads on demand and earlier calls are queued [PUSH-2]. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { createStore } from '#ui/create-store.ts';
import type { PushTags } from '../model/tags.ts';

/** A push SDK. It loads with the first call. */
export interface PushSdk {
  /** Subscribes and registers this browser, or ends that. Returns whether it is subscribed [PUSH-4]. */
  setSubscription(isEnabled: boolean): Promise<boolean>;
  sendTags(tags: PushTags, cartId: string | null): Promise<void>;
  /** Sets the customer of the browser; null is a guest. */
  setExternalUserId(id: string | null): Promise<void>;
}

export interface PushPorts {
  readonly loadSdk: () => Promise<PushSdk>;
  readonly permission: () => NotificationPermission;
  /** Asks for permission, only after a press. */
  readonly requestPermission: () => Promise<NotificationPermission>;
  readonly values: KeyValueStorage;
  /** Returns whether it was turned off from a notification since the last call. */
  readonly consumeOptOut: () => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

export interface PushState {
  readonly permission: NotificationPermission;
  readonly isEnabled: boolean;
  readonly isSubmitting: boolean;
  readonly hasFailed: boolean;
}

/** Local storage key of the shopper's choice: `on`, `off`, or none. */
export const CHOICE_KEY = 'push';

export function createPush({ loadSdk, permission, requestPermission, values, consumeOptOut, report }: PushPorts) {
  const store = createStore<PushState>({ permission: permission(), isEnabled: false, isSubmitting: false, hasFailed: false });
  let sdk: Promise<PushSdk> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const show = (change: Partial<PushState>): void => {
    store.set({ ...store.current(), ...change });
  };
  /** Runs calls in order. Calls wait until the SDK has loaded [PUSH-2]. */
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
      show({ isEnabled: isSubscribed });
    });
    show({ isSubmitting: false });
  };

  return {
    subscribe: store.subscribe,
    current: store.current,

    /** Follows the permission: if granted, subscribes unless the shopper turned it off here [PUSH-4]. */
    async follow(): Promise<void> {
      show({ permission: permission() });
      if (await consumeOptOut()) {
        values.write(CHOICE_KEY, 'off');
        show({ isEnabled: false });
      }
      const choice = values.read(CHOICE_KEY);
      if (store.current().permission === 'granted' && choice !== 'off') await set(true);
      else if (store.current().isEnabled || choice === 'on') {
        await set(false);
        // The browser's settings changed, not the shopper's choice, so a new permission subscribes again.
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

    /** Sends the tags of the cart; does nothing without a subscription. */
    async tag(tags: PushTags, cartId: string | null): Promise<void> {
      if (store.current().isEnabled) await queued((loaded) => loaded.sendTags(tags, cartId));
    },
    async setUser(id: string | null): Promise<void> {
      if (store.current().isEnabled) await queued((loaded) => loaded.setExternalUserId(id));
    },
  };
}

export type Push = ReturnType<typeof createPush>;
