import { describe, expect, test } from 'vitest';
import { drainEvents, type QueuedEvent } from '#domains/outbound/analytics/ui/track.ts';
import { createMemoryStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { singleTab } from '#lib/browser/tab-channel.ts';
import type { Transport } from '#lib/client.ts';
import { createFavouritesList } from './favourites-list.ts';
import { createFavouritesStore, type FavouriteOffer, type FavouritesPorts } from './favourites-store.ts';
import { GUEST_KEY } from './guest-key.ts';
import { trackFavourite } from './open-favourites.ts';

const wine = (offerId: string): FavouriteOffer => ({
  offerId,
  id: 7,
  sku: offerId,
  name: offerId,
  vintage: '',
  brand: 'House',
  url: `/wines/house/${offerId}`,
  isSpirit: false,
  isMixed: false,
  offerVariant: '',
});

const favourite = (offer_id: string, id: string) => ({
  id,
  offer_id,
  product_id: 7,
  offer_name: offer_id,
  sku_code: offer_id,
  wine_name: offer_id,
  url: '/',
  created_at: '',
  offer: null,
});

/** A fake server with one page of lists by user, which can be made to fail. */
function tab({ values = createMemoryStorage(), subject = null as string | null, track = null as FavouritesPorts['track'] | null } = {}) {
  const lists = new Map<string, { offerId: string; id: string }[]>();
  const sent: string[] = [];
  const toasts: string[] = [];
  const events: string[] = [];
  const shop = { fails: false, subject, reading: Promise.resolve() };
  let count = 0;
  const transport: Transport = async (call, input) => {
    sent.push(call.path.replace('/api/', ''));
    if (shop.fails) return { status: 500, body: { title: 'Sorry, something went wrong!', code: 'internal' } };
    const user = String(input.user_id ?? '');
    if (call.path.endsWith('get-favourite-items')) {
      const all = lists.get(user) ?? [];
      await shop.reading;
      const from = Number(input.lastEvaluatedKey || 0);
      const Items = all.slice(from, from + 2).map(({ offerId, id }) => favourite(offerId, id));
      return { status: 200, body: { Items, Count: Items.length, lastEvaluatedKey: from + 2 < all.length ? String(from + 2) : null } };
    }
    if (call.path.endsWith('merge-favourites')) {
      lists.set(String(shop.subject), [...(lists.get(String(shop.subject)) ?? []), ...(lists.get(user) ?? [])]);
      lists.delete(user);
      return { status: 200, body: { data: { merged: 1 } } };
    }
    if (input.sku_code === undefined) {
      for (const [owner, all] of lists)
        lists.set(
          owner,
          all.filter(({ id }) => id !== input.id),
        );
      return { status: 200, body: { data: { id: input.id, removed: true, favourite: null } } };
    }
    count += 1;
    const saved = { offerId: String(input.id), id: `id-${count}` };
    lists.set(user, [...(lists.get(user) ?? []), saved]);
    return { status: 200, body: { data: { id: saved.id, removed: false, favourite: favourite(saved.offerId, saved.id) } } };
  };
  const list = createFavouritesList();
  const store = createFavouritesStore({
    list,
    transport,
    subject: async () => shop.subject,
    values: values as KeyValueStorage,
    tabs: singleTab(),
    newId: () => 'guest-id',
    showToast: ({ text }) => void toasts.push(text),
    track: track ?? ((event, { offer_id }) => void events.push(`${event} ${offer_id}`)),
  });
  return { store, list, lists, sent, toasts, events, shop, values, shown: () => list.current().favourites.map(({ offer_id }) => offer_id) };
}

describe('favourites of a tab', () => {
  test('shows a new favourite before the server has answered, under a generated guest id [FAV-5]', async () => {
    const { store, shown, values, lists, events } = tab();
    const added = store.add(wine('a'));
    expect(shown()).toEqual(['a']);
    await added;
    expect(values.read(GUEST_KEY)).toBe('guest-id');
    expect(lists.get('guest-id')?.map(({ offerId }) => offerId)).toEqual(['a']);
    expect(events).toEqual(['Added Favourites a']);
  });

  test('sends the last of two quick changes last', async () => {
    const { store, shown, lists } = tab();
    void store.add(wine('a'));
    await store.remove('a');
    expect(shown()).toEqual([]);
    expect(lists.get('guest-id')).toEqual([]);
    void store.add(wine('a'));
    void store.remove('a');
    await store.add(wine('a'));
    expect(shown()).toEqual(['a']);
    expect(lists.get('guest-id')).toHaveLength(1);
  });

  test('sends no request for a guest without an id', async () => {
    const { store, sent, list } = tab();
    await store.refresh();
    expect(sent).toEqual([]);
    expect(list.current()).toMatchObject({ isLoaded: true, favourites: [] });
  });

  test('reads every page [FAV-2]', async () => {
    const { store, shown, lists } = tab({ values: createMemoryStorage({ [GUEST_KEY]: 'g' }) });
    lists.set(
      'g',
      ['a', 'b', 'c', 'd', 'e'].map((offerId) => ({ offerId, id: offerId })),
    );
    await store.refresh();
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('merges the guest’s favourites at sign-in, and clears the customer’s at sign-out', async () => {
    const { store, shown, shop, values } = tab();
    await store.add(wine('a'));
    shop.subject = 'customer';
    await store.refresh();
    expect(shown()).toEqual(['a']);
    expect(values.read(GUEST_KEY)).toBeNull();
    shop.subject = null;
    await store.refresh();
    expect(shown()).toEqual([]);
  });

  test('empties the list after a failed call, reports it and reads the list again [FAV-9]', async () => {
    const { store, shown, shop, toasts, list } = tab();
    await store.add(wine('a'));
    shop.fails = true;
    await store.add(wine('b'));
    expect(toasts).toEqual(['Sorry, something went wrong!']);
    expect(shown()).toEqual([]);
    expect(list.current().error).not.toBeNull();
    shop.fails = false;
    await store.refresh();
    expect(shown()).toEqual(['a']);
    expect(list.current().error).toBeNull();
  });

  test('does not lose a favourite that is added while the list loads [FAV-8]', async () => {
    const { store, shown, lists } = tab({ values: createMemoryStorage({ [GUEST_KEY]: 'g' }) });
    lists.set('g', [{ offerId: 'a', id: '1' }]);
    const reading = store.refresh();
    const adding = store.add(wine('b'));
    await reading;
    expect(shown()).toEqual(['a', 'b']);
    await adding;
    expect(shown()).toEqual(['a', 'b']);
  });
});

test('sends a change while the list loads, and reads the list again afterwards', async () => {
  const { store, shop, shown, sent, lists } = tab({ values: createMemoryStorage({ [GUEST_KEY]: 'g' }) });
  lists.set('g', [{ offerId: 'a', id: '1' }]);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  shop.reading = released;
  const reading = store.refresh();
  while (!sent.includes('get-favourite-items')) await Promise.resolve();

  expect(await store.add(wine('b'))).toBe(true);
  release();
  await reading;

  expect(shown()).toEqual(['a', 'b']);
  expect(sent).toEqual(['get-favourite-items', 'create-or-delete-favourite-item', 'get-favourite-items']);
});

test('returns whether the server stored the added offer', async () => {
  const { store, shop } = tab();
  expect(await store.add(wine('a'))).toBe(true);
  expect(await store.add(wine('a'))).toBe(true);
  shop.fails = true;

  expect(await store.add(wine('b'))).toBe(false);
});

test('sends events with the product id and the offer id [ANA-23]', async () => {
  const events: QueuedEvent[] = [];
  // Empties the queue, which other tests may have filled.
  drainEvents(() => {})();
  const stop = drainEvents((one) => void events.push(one));
  const { store } = tab({ track: trackFavourite });

  await store.add(wine('a'));
  await store.remove('a');
  stop();

  const properties = { product_id: '7', offer_id: 'a', sku: 'a', name: 'a', quantity: 1 };
  expect(events.map(({ name, properties }) => ({ name, properties }))).toEqual([
    { name: 'Added Favourites', properties },
    { name: 'Removed Favourites', properties },
  ]);
});
