/** A browser tab for tests: a cart store over simulated ports, with everything it said and where it went. */
import type { Transport } from '../../../platform/client.ts';
import { type LocalValues, memoryValues } from '../../../platform/web/local-values.ts';
import { singleTab, type TabsChannel } from '../../../platform/web/tabs-channel.ts';
import { guestStorage } from '../cart-storage.ts';
import { type CartStore, createCartStore } from '../cart-store.ts';
import type { CartStorePorts, Said, TabNews } from '../cart-view.ts';

export interface Tab {
  readonly store: CartStore;
  readonly values: LocalValues;
  readonly said: Said[];
  readonly went: string[];
}

let keys = 0;

/** Open a tab; it starts reading its cart at once. */
export function openTab(
  transport: Transport,
  given: { values?: LocalValues; tabs?: TabsChannel<TabNews>; ports?: Partial<CartStorePorts> } = {},
): Tab {
  const values = given.values ?? memoryValues();
  const said: Said[] = [];
  const went: string[] = [];
  const store = createCartStore({
    market: 'AU',
    transport,
    storage: guestStorage('AU', values),
    tabs: given.tabs ?? singleTab(),
    shopper: () => 0,
    isOnline: () => true,
    wait: async () => undefined,
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    say: (words) => void said.push(words),
    logIn: () => void went.push('log in'),
    goTo: (path) => void went.push(path),
    leaveFor: (url) => void went.push(url),
    ...given.ports,
  });
  store.start();
  return { store, values, said, went };
}

/** What a tab shows: cases by offer. */
export const shown = (tab: Tab): Record<string, number> =>
  Object.fromEntries((tab.store.current().cart?.lineItems ?? []).map((item) => [item.offerId, item.quantity]));
