/**
 * Synchronises the favourites of a page with the server. Changes show at once and are sent one after the other, so that the last one
 * wins if an offer is saved and removed quickly.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { TabChannel } from '#lib/browser/tab-channel.ts';
import { type Client, client, type Result, type Transport } from '#lib/client.ts';
import type { Toast } from '#ui/toast-store.ts';
import { type Favourite, favouriteContract } from '../contract.ts';
import { favouriteMessages } from '../messages.ts';
import { type FavouritesEvent, isFavourite } from '../model/state.ts';
import type { FavouritesList } from './favourites-list.ts';
import { GUEST_KEY } from './guest-key.ts';

export interface FavouritesPorts {
  readonly list: FavouritesList;
  /** Sends the token of the signed-in customer. */
  readonly transport: Transport;
  /** `sub` of the customer, or null for a guest. Waits until that is known. */
  readonly subject: () => Promise<string | null>;
  readonly values: KeyValueStorage;
  readonly tabs: TabChannel<'changed'>;
  readonly newId: () => string;
  readonly showToast: (toast: Toast) => void;
  /** Sends the shopper's action to analytics [ANA-23]. */
  readonly track: (event: 'Added Favourites' | 'Removed Favourites', favourite: Favourite) => void;
}

/** The fields of an offer that saving it needs. */
export type FavouriteOffer = Pick<
  CatalogueHit,
  'offerId' | 'id' | 'sku' | 'name' | 'vintage' | 'brand' | 'url' | 'isSpirit' | 'isMixed' | 'offerVariant'
>;

export type FavouritesStore = ReturnType<typeof createFavouritesStore>;

/** A failed request, with a message for the shopper. */
class FavouritesError extends Error {}

const unwrap = <Value>(result: Result<Value, string>): Value => {
  if (!result.ok) throw new FavouritesError(result.title);
  return result.value;
};

/** Creates the favourite that is shown until the server has responded. */
const toFavourite = (offer: FavouriteOffer & Partial<CatalogueHit>): Favourite => ({
  id: '',
  offer_id: offer.offerId,
  product_id: offer.id,
  offer_name: offer.name,
  sku_code: offer.sku,
  wine_name: fullName(offer),
  url: offer.url,
  created_at: '',
  offer: 'packPrice' in offer ? (offer as CatalogueHit) : null,
});

async function readAll(calls: Client<typeof favouriteContract>, user_id: string): Promise<Favourite[]> {
  let all: Favourite[] = [];
  for (let lastEvaluatedKey: string | null = ''; lastEvaluatedKey !== null; ) {
    const page: { Items: Favourite[]; lastEvaluatedKey: string | null } = unwrap(await calls.list({ user_id, lastEvaluatedKey }));
    all = all.concat(page.Items);
    lastEvaluatedKey = page.lastEvaluatedKey;
  }
  return all;
}

export function createFavouritesStore(ports: FavouritesPorts) {
  const { list, values, tabs } = ports;
  const calls = client(favouriteContract, ports.transport);
  let queue: Promise<void> = Promise.resolve();
  /** Events that are shown but not sent yet. A list read before they are sent does not contain them. */
  let unsent: readonly FavouritesEvent[] = [];
  /** Ids of favourites that were saved on this page, for removals requested before the response arrived. */
  const ids = new Map<string, string>();
  let lastRead = 0;
  let changesSent = 0;

  const userId = async (): Promise<string | null> => (await ports.subject()) ?? values.read(GUEST_KEY);

  /**
   * Reads the list. A guest without an id has none. Changes do not wait for it: if one was sent during the read, the list is read again, and
   * only the latest of several reads counts.
   */
  const read = async (): Promise<void> => {
    const own = ++lastRead;
    list.dispatch({ kind: 'fetching' });
    for (;;) {
      const before = changesSent;
      const id = await userId();
      const favourites = id === null ? [] : await readAll(calls, id);
      if (own !== lastRead) return;
      if (before !== changesSent) continue;
      list.dispatch({ kind: 'fetched', favourites });
      for (const event of unsent) list.dispatch(event);
      return;
    }
  };

  /** Moves the favourites of this browser's guest to the customer's list. */
  const merge = async (): Promise<void> => {
    const guest = values.read(GUEST_KEY);
    if (guest === null || (await ports.subject()) === null) return;
    unwrap(await calls.merge({ user_id: guest }));
    if (values.read(GUEST_KEY) === guest) values.remove(GUEST_KEY);
  };

  /** Shows a failure and returns its message. The list becomes empty [FAV-9]. */
  const fail = (failure: unknown): string => {
    const message = failure instanceof FavouritesError ? failure.message : favouriteMessages.failed;
    list.dispatch({ kind: 'failed', error: message });
    return message;
  };

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((failure: unknown) => void fail(failure));
    return queue;
  };

  const readOrFail = (): Promise<void> => read().catch((failure: unknown) => void fail(failure));

  const change = (event: FavouritesEvent, send: () => Promise<void>): Promise<void> => {
    unsent = [...unsent, event];
    list.dispatch(event);
    const flush = (): void => {
      unsent = unsent.filter((other) => other !== event);
      changesSent++;
    };
    return enqueue(async () => {
      try {
        await send();
        flush();
        tabs.post('changed');
      } catch (failure) {
        flush();
        // Reports the error, clears the optimistic list and reads the server's list again.
        ports.showToast({ title: favouriteMessages.failedTitle, text: fail(failure), tone: 'bad' });
        await read();
      }
    });
  };

  tabs.onMessage(() => void readOrFail());

  return {
    /** Merges the guest's favourites and reads the list. Call it when the page has loaded and after every sign-in and sign-out. */
    refresh: async (): Promise<void> => {
      await enqueue(merge);
      await readOrFail();
    },

    /** Saves an offer. @returns true if the server has saved it */
    add: async (offer: FavouriteOffer): Promise<boolean> => {
      const isSaved = (): boolean => isFavourite(list.current(), offer.offerId);
      if (isSaved()) return queue.then(isSaved);
      const favourite = toFavourite(offer);
      ports.track('Added Favourites', favourite);
      await change({ kind: 'added', favourite }, async () => {
        let id = await userId();
        if (id === null) {
          id = ports.newId();
          values.write(GUEST_KEY, id);
        }
        const body = { user_id: id, id: offer.offerId, sku_code: offer.sku, offer_name: offer.name, wine_name: fullName(offer) };
        const { data } = unwrap(await calls.change(body));
        if (data.favourite && isSaved()) list.dispatch({ kind: 'added', favourite: data.favourite });
        ids.set(offer.offerId, data.id);
      });
      return isSaved();
    },

    /** Removes an offer by its id. */
    remove: (offerId: string): Promise<void> => {
      const existing = list.current().favourites.find(({ offer_id }) => offer_id === offerId);
      if (!existing) return queue;
      ports.track('Removed Favourites', existing);
      return change({ kind: 'removed', offerId }, async () => {
        const id = existing.id || ids.get(offerId);
        if (!id) return;
        const result = await calls.change({ id });
        // Not found: it was removed in another tab.
        if (!result.ok && result.code !== 'favourite_not_found') throw new FavouritesError(result.title);
      });
    },
  };
}
