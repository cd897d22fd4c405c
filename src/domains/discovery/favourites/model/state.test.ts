import { describe, expect, test } from 'vitest';
import type { Favourite } from '../contract.ts';
import { afterEvent, type FavouritesEvent, isFavourite, NO_FAVOURITES } from './state.ts';

const of = (offer_id: string, id = ''): Favourite => ({
  id,
  offer_id,
  product_id: 1,
  offer_name: offer_id,
  sku_code: offer_id,
  wine_name: offer_id,
  url: `/wines/house/${offer_id}`,
  created_at: '2026-01-01T00:00:00Z',
  offer: null,
});

const replay = (...events: FavouritesEvent[]) => events.reduce(afterEvent, NO_FAVOURITES);
const ids = (...events: FavouritesEvent[]) => replay(...events).favourites.map(({ offer_id, id }) => `${offer_id}${id}`);
const fetched: FavouritesEvent = { kind: 'fetched', favourites: [of('a'), of('b')] };

describe('favourites after events [FAV-7] [FAV-8] [FAV-9]', () => {
  test.each<[string, string[], FavouritesEvent[]]>([
    ['a fetch replaces the list', ['a', 'b'], [{ kind: 'added', favourite: of('z') }, fetched]],
    ['an addition appends', ['a', 'b', 'c'], [fetched, { kind: 'added', favourite: of('c') }]],
    ['an offer is listed once, as the server has it', ['a1', 'b'], [fetched, { kind: 'added', favourite: of('a', '1') }]],
    ['a removal filters', ['b'], [fetched, { kind: 'removed', offerId: 'a' }]],
    ['removing what is not there changes nothing', ['a', 'b'], [fetched, { kind: 'removed', offerId: 'x' }]],
    ['a failure empties the list', [], [fetched, { kind: 'failed', error: 'no' }]],
    ['fetching leaves the list', ['a', 'b'], [fetched, { kind: 'fetching' }]],
  ])('%s', (_, expected, events) => expect(ids(...events)).toEqual(expected));

  test('keeps an error until a call succeeds [FAV-9]', () => {
    expect(replay(fetched, { kind: 'failed', error: 'no' })).toMatchObject({ error: 'no', isLoaded: true, fetchingFavourites: false });
    expect(replay({ kind: 'failed', error: 'no' }, fetched).error).toBeNull();
    expect(replay({ kind: 'fetching' }).fetchingFavourites).toBe(true);
    expect(isFavourite(replay(fetched), 'a')).toBe(true);
    expect(isFavourite(replay(fetched), 'c')).toBe(false);
  });
});
