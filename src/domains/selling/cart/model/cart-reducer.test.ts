import { describe, expect, test } from 'vitest';
import { TERMS } from '#tests/fixtures/terms.ts';
import type { Cart } from '../contract.ts';
import {
  type CartEvent,
  type ClientCartState,
  canAddCoupon,
  cartReducer,
  clientCartReducer,
  INITIAL_CLIENT_STATE,
  nextEffect,
  type SyncConditions,
  toCartView,
} from './cart-reducer.ts';
import { type CartStoreState, INITIAL_STATE } from './cart-view.ts';

const cart = { id: 'a cart' } as Cart;
const busyState: CartStoreState = { ...INITIAL_STATE, isLoading: true, isRedirecting: true, isSilentProcessing: true, fetchingCart: true };

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
    busyState,
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
  ['another tab’s cart changes nothing else', busyState, { type: 'cart.heard', cart }, { ...busyState, cart }],
];

describe('cart events [CART-22] [CART-23] [CART-24] [CART-25] [CART-26] [CART-28]', () => {
  test.each(rows)('%s', (_, before, event, after) => {
    const state = { ...INITIAL_STATE, ...before };
    expect(cartReducer(state, event)).toEqual({ ...state, ...after });
  });
});

const loaded: ClientCartState = { ...INITIAL_CLIENT_STATE, isLoaded: true, flags: { ...INITIAL_STATE, cart: { ...cart, lineItems: [] } } };
const conditions: SyncConditions = {
  isOwnCart: true,
  isLeaving: false,
  wasRead: false,
  isAccountStale: false,
  isStoredCouponDue: false,
  isRegionDue: false,
};

describe('the next effect', () => {
  test.each<[name: string, state: Partial<ClientCartState>, conditions: Partial<SyncConditions>, kind: string | undefined]>([
    ['opens the cart of another shopper first', { isStale: true }, { isOwnCart: false }, 'change-owner'],
    ['reads a cart that was never read', { isLoaded: false }, {}, 'fetch'],
    ['does not read again in the same run after a failure', { isLoaded: false }, { wasRead: true }, undefined],
    ['runs jobs before it reads again', { isStale: true, jobs: [{ kind: 'remove-coupon', code: 'A' }] }, {}, 'job'],
    ['updates the account before it reads again', { isStale: true }, { isAccountStale: true }, 'sync-account'],
    ['reads a stale cart before stock', { isStale: true, isStockDue: true }, {}, 'fetch'],
    ['fetches stock before it adds the stored coupon [CART-38]', { isStockDue: true }, { isStoredCouponDue: true }, 'stock'],
    ['adds the stored coupon before the region [PROMO-12]', {}, { isStoredCouponDue: true, isRegionDue: true }, 'stored-coupon'],
    ['looks up the region last', {}, { isRegionDue: true }, 'region'],
    ['is none if nothing is due', {}, {}, undefined],
  ])('%s', (_, state, changed, kind) => {
    expect(nextEffect({ ...loaded, ...state }, { ...conditions, ...changed })?.kind).toBe(kind);
  });
});

describe('adding a coupon [PROMO-6]', () => {
  const job = { kind: 'add-coupon', code: 'TENOFF' } as const;

  test.each<[name: string, state: ClientCartState, code: string, isAllowed: boolean]>([
    ['is possible with a cart and a code', loaded, 'TENOFF', true],
    ['is ignored without a cart', { ...loaded, flags: INITIAL_STATE }, 'TENOFF', false],
    ['is ignored before the cart was read', { ...loaded, isLoaded: false }, 'TENOFF', false],
    ['is ignored without a code', loaded, '', false],
    ['is ignored while another code is queued', clientCartReducer(loaded, { type: 'job.queued', job }), 'B', false],
  ])('%s', (_, state, code, isAllowed) => {
    expect(canAddCoupon(state, code)).toBe(isAllowed);
  });

  test('accepts a coupon again after the queue was dropped', () => {
    const queued = clientCartReducer(loaded, { type: 'job.queued', job });

    expect(canAddCoupon(clientCartReducer(queued, { type: 'intents.dropped' }), 'B')).toBe(true);
  });
});

test('shows a dismissed notice again only after the cart has stopped repeating it', () => {
  const withNotices = (notices: string[]) => ({ type: 'confirmed', cart: { ...cart, notices } }) as const;
  const dismissed = clientCartReducer(clientCartReducer(loaded, withNotices(['A'])), { type: 'notices.dismissed' });
  const repeated = clientCartReducer(dismissed, withNotices(['A']));
  const later = clientCartReducer(clientCartReducer(repeated, withNotices([])), withNotices(['A']));

  expect([repeated.feedback.notices, later.feedback.notices]).toEqual([[], ['A']]);
});

test('shows no cart after its customer has signed out', () => {
  expect(toCartView(loaded, 'AU', TERMS.AU, true)).toMatchObject({ cart: null, isLoaded: false });
});
