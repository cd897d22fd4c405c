/**
 * The table of analytics events: name, properties and where each fires.
 * Search and lists: [ANA-9, ANA-10, ANA-11, ANA-12, ANA-13].
 * Cart and coupons: [ANA-6, ANA-7, ANA-14, ANA-15, ANA-16, ANA-17, ANA-18, ANA-19, ANA-20].
 * Shopper, favourites, clubs, forms and one-click: [ANA-5, ANA-8, ANA-21, ANA-22, ANA-23, ANA-24, ANA-25, ANA-26].
 * Other names follow Segment's e-commerce specification. Properties that a row does not declare are not sent.
 */

/** The type of a property; `?` is optional. `one` is always 1 [ANA-6]. */
export type PropertyKind = 'text' | 'text?' | 'number' | 'number?' | 'count' | 'one' | 'texts' | 'products' | 'filters';

export interface PropertyRow {
  readonly kind: PropertyKind;
  /** Identifies a person. It is sent with this event only. */
  readonly isPersonal?: true;
}

export interface EventRow {
  readonly firesIn: string;
  readonly properties: Readonly<Record<string, PropertyKind | PropertyRow>>;
}

/** A product in the list of an event. */
export interface EventProduct {
  readonly product_id: string;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly price: number;
  readonly quantity: 1;
  /** Its index in the list. */
  readonly position: number;
}

export interface EventFilter {
  readonly type: string;
  readonly value: string;
}

const PRODUCT = {
  product_id: 'text',
  offer_id: 'text',
  sku: 'text',
  name: 'text',
  brand: 'text',
  category: 'text?',
  price: 'number',
  quantity: 'one',
  position: 'count',
  url: 'text?',
} as const;
const CART_PRODUCT = { cart_id: 'text?', ...PRODUCT } as const;
const AUTO_CHANGE = {
  cart_id: 'text',
  product_id: 'text',
  name: 'text',
  reason: 'text',
  previous_quantity: 'count',
  new_quantity: 'count',
} as const;
const COUPON = { cart_id: 'text', coupon_id: 'text', source: 'text' } as const;
const ONE_CLICK = { cart_id: 'text' } as const;
const ONE_CLICK_ORDER = { ...ONE_CLICK, order_id: 'text' } as const;
const FORM = { form_id: 'text', return_to: 'text?' } as const;
const CLUB = { club: 'text', value: 'number?', user_id: { kind: 'text?', isPersonal: true }, event_category: 'text' } as const;
const CLUB_CASE = { ...CLUB, frequency: 'text?', variant: 'text?' } as const;

export const EVENTS = {
  Search: {
    firesIn: 'the question before a search, src/domains/discovery/search/ui/pre-search.ts',
    properties: { query: 'text', hits_returned: 'count', searched_from: 'text' },
  },
  'Products Searched': { firesIn: 'a list with new words, ListBody', properties: { query: 'text' } },
  'Add Filter Item': { firesIn: 'a filter that was set, ListBody', properties: { type: 'text', value: 'text' } },
  'Remove Filter Item': { firesIn: 'a filter that was taken off, ListBody', properties: { type: 'text', value: 'text' } },
  'Product List Filtered': {
    firesIn: 'a list whose filters changed, ListBody',
    properties: { filters: 'filters', hits_returned: 'count' },
  },
  'Product List Sorted': { firesIn: 'a list in another order, ListBody', properties: { sortedBy: 'text' } },
  'Product Viewed': { firesIn: "an offer's page, OfferView", properties: PRODUCT },
  'Product Clicked': {
    firesIn: 'a card of a list, src/routes/_layout/Analytics.tsx',
    properties: { product_id: 'text', offer_id: 'text', name: 'text', url: 'text', quantity: 'one', position: 'count' },
  },
  'Product Added': { firesIn: 'a new line that was confirmed, src/domains/selling/cart/ui/sync-line.ts', properties: CART_PRODUCT },
  'Product Quantity Increased': { firesIn: 'more cases of a line, src/domains/selling/cart/ui/sync-line.ts', properties: CART_PRODUCT },
  'Product Added - Ineligible': {
    firesIn: 'a case that may not go into the cart, src/domains/selling/cart/ui/sync-line.ts',
    properties: { ...CART_PRODUCT, reason: 'text' },
  },
  'Product Removed': { firesIn: 'a line that was taken out, src/domains/selling/cart/ui/sync-line.ts', properties: CART_PRODUCT },
  'Cart Line Auto Added': { firesIn: 'a line that the shop put in, src/domains/selling/cart/ui/cart-store.ts', properties: AUTO_CHANGE },
  'Cart Line Auto Updated': { firesIn: 'a line that the shop changed, src/domains/selling/cart/ui/cart-store.ts', properties: AUTO_CHANGE },
  'Cart Line Auto Removed': {
    firesIn: 'a line that the shop took out, src/domains/selling/cart/ui/cart-store.ts',
    properties: AUTO_CHANGE,
  },
  'Cart Dropdown Viewed': {
    firesIn: 'the cart that slides in, src/domains/selling/cart/ui/cart-store.ts',
    properties: { cart_id: 'text?', products: 'products' },
  },
  'Coupon Applied': { firesIn: 'src/domains/selling/cart/ui/sync-coupons.ts', properties: { ...COUPON, discount: 'number' } },
  'Coupon Denied': { firesIn: 'src/domains/selling/cart/ui/sync-coupons.ts', properties: { ...COUPON, reason: 'text' } },
  'Checkout Started': {
    firesIn: 'the hand-off to the checkout, src/domains/selling/cart/ui/redirect-to-checkout.ts',
    properties: { cart_id: 'text', value: 'number', products: 'products' },
  },
  'Added Favourites': {
    firesIn: 'src/domains/discovery/favourites/ui/favourites-store.ts',
    properties: { product_id: 'text', offer_id: 'text', sku: 'text', name: 'text', quantity: 'one' },
  },
  'Removed Favourites': {
    firesIn: 'src/domains/discovery/favourites/ui/favourites-store.ts',
    properties: { product_id: 'text', offer_id: 'text', sku: 'text', name: 'text', quantity: 'one' },
  },
  'User Identified': {
    firesIn: 'a browser in which somebody signed in, src/domains/outbound/analytics/ui/start-analytics.ts',
    properties: {
      user_id: { kind: 'text', isPersonal: true },
      email: { kind: 'text', isPersonal: true },
      loyalty_tier: 'text',
    },
  },
  'User Logout': { firesIn: 'a browser that is signed in no more, src/domains/outbound/analytics/ui/start-analytics.ts', properties: {} },
  'Referral Shared': { firesIn: 'the account’s referral page', properties: { method: 'text' } },
  'Form Submitted': { firesIn: 'forms of pages and of sign-in', properties: FORM },
  'Form Failed': { firesIn: 'forms of pages that were refused', properties: { ...FORM, reason: 'text' } },
  'Club Viewed': { firesIn: 'a wine club’s page', properties: CLUB },
  'Club Selected': { firesIn: 'a wine club chosen for checkout', properties: CLUB_CASE },
  'Club Joined': { firesIn: 'a wine club that was joined', properties: CLUB_CASE },
  'Club Delivery Skipped': { firesIn: 'the account’s wine clubs', properties: CLUB_CASE },
  'Club Paused': { firesIn: 'the account’s wine clubs', properties: CLUB_CASE },
  'Club Resumed': { firesIn: 'the account’s wine clubs', properties: CLUB_CASE },
  'Club Swapped': { firesIn: 'the account’s wine clubs, with what it was before', properties: CLUB_CASE },
  'Club Cancelled': { firesIn: 'the account’s wine clubs', properties: CLUB_CASE },
  clicked: { firesIn: 'one-click checkout', properties: ONE_CLICK },
  buying: { firesIn: 'one-click checkout', properties: { ...ONE_CLICK, parts: 'texts' } },
  preparing: { firesIn: 'one-click checkout', properties: { ...ONE_CLICK_ORDER, parts: 'texts' } },
  initiating: { firesIn: 'one-click checkout', properties: ONE_CLICK_ORDER },
  'Payment Success': { firesIn: 'one-click checkout', properties: ONE_CLICK_ORDER },
  'Order Completed': { firesIn: 'one-click checkout', properties: { ...ONE_CLICK_ORDER, total: 'number' } },
  'Ooops Error': { firesIn: 'one-click checkout', properties: { ...ONE_CLICK, reason: 'text' } },
} as const satisfies Readonly<Record<string, EventRow>>;

/** Sent with every event in addition to its own properties. `customer_group` is [ANA-5]. */
export const COMMON = { customer_group: 'text', market: 'text' } as const satisfies EventRow['properties'];

/** A page view: 50 ms after each change of page [ANA-3]. */
export const PAGE: EventRow = {
  firesIn: 'every page but the gateway’s, src/routes/_layout/Analytics.tsx',
  properties: { title: 'text', path: 'text', url: 'text', referrer: 'text' },
};

interface Values {
  text: string;
  'text?': string | undefined;
  number: number;
  'number?': number | undefined;
  count: number;
  one: 1;
  texts: readonly string[];
  products: readonly EventProduct[];
  filters: readonly EventFilter[];
}
type KindOf<P> = P extends PropertyKind ? P : P extends { readonly kind: infer K extends PropertyKind } ? K : never;
type Optional<T> = { [K in keyof T as KindOf<T[K]> extends `${string}?` ? K : never]?: Values[KindOf<T[K]>] };
type Needed<T> = { [K in keyof T as KindOf<T[K]> extends `${string}?` ? never : K]: Values[KindOf<T[K]>] };

export type EventName = keyof typeof EVENTS;
/** The required and optional properties of an event. */
export type PropertiesOf<Name extends EventName> = Optional<(typeof EVENTS)[Name]['properties']> &
  Needed<(typeof EVENTS)[Name]['properties']>;
