/**
 * Keeps favourites with the server: what the shopper does shows at once, and is sent one call after the other, so that an
 * offer that is kept and removed quickly ends as the shopper left it (SPEC.md §4 "Favourites").
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { TabChannel } from '#lib/browser/tab-channel.ts';
import { type Client, client, type Result, type Transport } from '#lib/client.ts';
import type { Toast } from '#ui/toast-store.ts';
import { type Favourite, favouriteContract } from '../contract.ts';
import { type FavouritesEvent, isFavourite } from '../model/state.ts';
import type { FavouritesList } from './favourites-list.ts';
import { GUEST_KEY } from './guest-key.ts';

export interface FavouritesPorts {
  readonly list: FavouritesList;
  /** Calls with the token of whoever is signed in. */
  readonly transport: Transport;
  /** `sub` of the customer, null for a guest; waits until that is known. */
  readonly subject: () => Promise<string | null>;
  readonly values: KeyValueStorage;
  readonly tabs: TabChannel<'changed'>;
  readonly newId: () => string;
  readonly say: (toast: Toast) => void;
  /** Told of what the shopper did (SPEC.md §7 "Added/Removed Favourites"). */
  readonly track: (event: 'Added Favourites' | 'Removed Favourites', favourite: Favourite) => void;
}

/** What must be known of an offer to keep it. */
export type FavouriteOffer = Pick<
  CatalogueHit,
  'offerId' | 'id' | 'sku' | 'name' | 'vintage' | 'brand' | 'url' | 'isSpirit' | 'isMixed' | 'offerVariant'
>;

export type FavouritesStore = ReturnType<typeof createFavouritesStore>;

const FAILED = 'We could not reach your favourites. Please try again.';

/** Thrown inside a step to end it with a sentence. */
class Failed extends Error {}

const answered = <Value>(result: Result<Value, string>): Value => {
  if (!result.ok) throw new Failed(result.title);
  return result.value;
};

const shown = (offer: FavouriteOffer & Partial<CatalogueHit>): Favourite => ({
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
  const all: Favourite[] = [];
  for (let lastEvaluatedKey: string | null = ''; lastEvaluatedKey !== null; ) {
    const page: { Items: Favourite[]; lastEvaluatedKey: string | null } = answered(await calls.list({ user_id, lastEvaluatedKey }));
    all.push(...page.Items);
    lastEvaluatedKey = page.lastEvaluatedKey;
  }
  return all;
}

export function createFavouritesStore(ports: FavouritesPorts) {
  const { list, values, tabs } = ports;
  const calls = client(favouriteContract, ports.transport);
  let working: Promise<void> = Promise.resolve();
  /** What was shown but is not sent yet: a list that is read meanwhile does not know of it. */
  let unsent: readonly FavouritesEvent[] = [];
  /** Ids of favourites that were kept on this page, for removals asked for before the answer came. */
  const ids = new Map<string, string>();

  const userId = async (): Promise<string | null> => (await ports.subject()) ?? values.read(GUEST_KEY);

  /** Read the list anew. A guest without an id keeps nothing. */
  const read = async (): Promise<void> => {
    list.tell({ kind: 'fetching' });
    const id = await userId();
    list.tell({ kind: 'fetched', favourites: id === null ? [] : await readAll(calls, id) });
    for (const event of unsent) list.tell(event);
  };

  /** What the guest of this browser kept goes into the customer's list. */
  const merge = async (): Promise<void> => {
    const guest = values.read(GUEST_KEY);
    if (guest === null || (await ports.subject()) === null) return;
    answered(await calls.merge({ user_id: guest }));
    if (values.read(GUEST_KEY) === guest) values.remove(GUEST_KEY);
  };

  const failed = (failure: unknown): string => {
    const words = failure instanceof Failed ? failure.message : FAILED;
    list.tell({ kind: 'failed', error: words });
    return words;
  };

  const step = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work).catch((failure: unknown) => void failed(failure));
    return working;
  };

  const change = (event: FavouritesEvent, send: () => Promise<void>): Promise<void> => {
    unsent = [...unsent, event];
    list.tell(event);
    const sent = (): void => {
      unsent = unsent.filter((other) => other !== event);
    };
    return step(async () => {
      try {
        await send();
        sent();
        tabs.tell('changed');
      } catch (failure) {
        sent();
        // The list is emptied (SPEC.md §4), the shopper told, and what the server really holds is read again.
        ports.say({ title: 'Uh-oh!', text: failed(failure), tone: 'bad' });
        await read();
      }
    });
  };

  tabs.hear(() => void step(read));

  return {
    /** Somebody signed in or out, or the page has begun: take over what the guest kept, and read the list. */
    refresh: (): Promise<void> =>
      step(async () => {
        await merge();
        await read();
      }),

    /** Keep an offer. One that is kept already stays. */
    add: (offer: FavouriteOffer): Promise<void> => {
      if (isFavourite(list.current(), offer.offerId)) return working;
      const favourite = shown(offer);
      ports.track('Added Favourites', favourite);
      return change({ kind: 'added', favourite }, async () => {
        let id = await userId();
        if (id === null) {
          id = ports.newId();
          values.write(GUEST_KEY, id);
        }
        const body = { user_id: id, id: offer.offerId, sku_code: offer.sku, offer_name: offer.name, wine_name: fullName(offer) };
        const { data } = answered(await calls.change(body));
        if (data.favourite && isFavourite(list.current(), offer.offerId)) list.tell({ kind: 'added', favourite: data.favourite });
        ids.set(offer.offerId, data.id);
      });
    },

    /** Remove an offer by its id. */
    remove: (offerId: string): Promise<void> => {
      const known = list.current().favourites.find(({ offer_id }) => offer_id === offerId);
      if (!known) return working;
      ports.track('Removed Favourites', known);
      return change({ kind: 'removed', offerId }, async () => {
        const id = known.id || ids.get(offerId);
        if (!id) return;
        const result = await calls.change({ id });
        // Removed in another tab: that is what was wanted.
        if (!result.ok && result.code !== 'favourite_not_found') throw new Failed(result.title);
      });
    },
  };
}
