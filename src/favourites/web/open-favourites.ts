/** Puts the favourites of a page together: calls with the shopper's token, the list on screen, words in passing. */
import { track } from '../../analytics/web/track.ts';
import type { AuthStore } from '../../identity/web/auth-store.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import type { KeyValueStorage } from '../../platform/web/local-values.ts';
import { randomKey } from '../../platform/web/random-key.ts';
import type { TabChannel } from '../../platform/web/tabs-channel.ts';
import { showToast } from '../../ui/web/toast-store.ts';
import { favouritesList } from './favourites-list.ts';
import { createFavouritesStore, type FavouritesPorts, type FavouritesStore } from './favourites-store.ts';

/** Tells analytics of a favourite, by its product id like every other event. */
export const trackFavourite: FavouritesPorts['track'] = (event, { product_id, offer_id, sku_code, wine_name }) =>
  track(event, { product_id: String(product_id), offer_id, sku: sku_code, name: wine_name, quantity: 1 });

export const openFavourites = (auth: AuthStore, values: KeyValueStorage, tabs: TabChannel<'changed'>): FavouritesStore =>
  createFavouritesStore({
    list: favouritesList,
    transport: signedTransport(fetchTransport(), auth),
    // Asking for the token waits until it is known who is signed in.
    subject: async () => ((await auth.getToken()) === null ? null : (auth.current().user?.sub ?? null)),
    values,
    tabs,
    newId: randomKey,
    say: showToast,
    track: trackFavourite,
  });
