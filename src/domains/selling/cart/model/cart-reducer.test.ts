import { describe, expect, test } from 'vitest';
import type { Cart } from '../contract.ts';
import { type CartEvent, cartReducer } from './cart-reducer.ts';
import { type CartStoreState, INITIAL_STATE } from './cart-store-state.ts';

const cart = { id: 'a cart' } as Cart;
const busy: CartStoreState = { ...INITIAL_STATE, isLoading: true, isRedirecting: true, isSilentProcessing: true, fetchingCart: true };

const rows: readonly [name: string, before: Partial<CartStoreState>, event: CartEvent, after: Partial<CartStoreState>][] = [
  ['adding sets loading and forgets the last error', { error: 'No.' }, { type: 'add.started' }, { isLoading: true, error: null }],
  ['updating sets loading', {}, { type: 'update.started' }, { isLoading: true }],
  ['removing sets loading', {}, { type: 'remove.started' }, { isLoading: true }],
  ['adding a coupon sets loading', {}, { type: 'coupon.add.started' }, { isLoading: true, isSilentProcessing: false }],
  ['removing a coupon sets loading', {}, { type: 'coupon.remove.started' }, { isLoading: true }],
  [
    'silently, only the silent flag is set',
    {},
    { type: 'coupon.add.started', silent: true },
    { isLoading: false, isSilentProcessing: true },
  ],
  [
    'adding completes with the cart closed',
    { isCartOpen: true, isLoading: true },
    { type: 'add.completed', cart },
    { isCartOpen: false, isLoading: false, cart },
  ],
  [
    'creating a cart by an add opens it',
    { isLoading: true },
    { type: 'create.completed', cart },
    { isCartOpen: true, isLoading: false, cart },
  ],
  ['updating leaves the cart as open as it was', { isCartOpen: true }, { type: 'update.completed', cart }, { isCartOpen: true, cart }],
  [
    'removing the last line leaves no cart',
    { cart, isCartOpen: true },
    { type: 'remove.completed', cart: null },
    { cart: null, isCartOpen: true },
  ],
  [
    'a silent action that completes clears its flag',
    { isSilentProcessing: true },
    { type: 'coupon.add.completed', cart },
    { isSilentProcessing: false, cart },
  ],
  ['reading the cart has a flag of its own', {}, { type: 'fetch.started' }, { fetchingCart: true, isLoading: false }],
  ['and clears it', { fetchingCart: true }, { type: 'fetch.completed', cart }, { fetchingCart: false, cart }],
  [
    'an error clears loading, redirecting and silent',
    busy,
    { type: 'error', message: 'No.' },
    { isLoading: false, isRedirecting: false, isSilentProcessing: false, fetchingCart: true, error: 'No.' },
  ],
  ['leaving for the checkout', {}, { type: 'redirect.started' }, { isRedirecting: true }],
  ['staying after all', { isRedirecting: true }, { type: 'redirect.completed' }, { isRedirecting: false }],
  [
    'a merge says whether another cart will stand here',
    {},
    { type: 'merge.started', changeCart: true },
    { isMerging: true, changeCartOnMerge: true },
  ],
  [
    'and ends',
    { isMerging: true, changeCartOnMerge: true },
    { type: 'merge.completed', cart },
    { isMerging: false, changeCartOnMerge: false, cart },
  ],
  ['the region is kept', {}, { type: 'region', region: 'QLD' }, { geoLocRegion: 'QLD' }],
  ['sold-out products are kept', {}, { type: 'sold-out', productIds: [7] }, { soldOutProducts: [7] }],
  ['the e-mail is kept', {}, { type: 'email', email: 'a@b.example' }, { email: 'a@b.example' }],
  ['another tab’s cart changes nothing else', busy, { type: 'cart.heard', cart }, { ...busy, cart }],
];

describe('cart events', () => {
  test.each(rows)('%s', (_, before, event, after) => {
    const state = { ...INITIAL_STATE, ...before };
    expect(cartReducer(state, event)).toEqual({ ...state, ...after });
  });
});
