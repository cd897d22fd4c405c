/** Creates the favourites store of a page with its ports. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { TabChannel } from '#lib/browser/tab-channel.ts';
import { showToast } from '#ui/toast-store.ts';
import { favouritesList } from './favourites-list.ts';
import { createFavouritesStore, type FavouritesPorts, type FavouritesStore } from './favourites-store.ts';

/** Sends an event to analytics by product id, like every other event [ANA-23]. */
export const trackFavourite: FavouritesPorts['track'] = (event, { product_id, offer_id, sku_code, wine_name }) =>
  track(event, { product_id: String(product_id), offer_id, sku: sku_code, name: wine_name, quantity: 1 });

export const openFavourites = (auth: AuthStore, values: KeyValueStorage, tabs: TabChannel<'changed'>): FavouritesStore =>
  createFavouritesStore({
    list: favouritesList,
    transport: signedTransport(fetchTransport(), auth),
    // `getToken` waits until it is known who is signed in.
    subject: async () => ((await auth.getToken()) === null ? null : (auth.current().user?.sub ?? null)),
    values,
    tabs,
    newId: randomKey,
    showToast,
    track: trackFavourite,
  });
