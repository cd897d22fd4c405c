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
  /** Sent by a pre-search, in src/domains/discovery/search/ui/pre-search.ts. */
  Search: { properties: { query: 'text', hits_returned: 'count', searched_from: 'text' } },
  /** Sent after a new query in a list, in ListBody. */
  'Products Searched': { properties: { query: 'text' } },
  /** Sent when a filter is set, in ListBody. */
  'Add Filter Item': { properties: { type: 'text', value: 'text' } },
  /** Sent when a filter is removed, in ListBody. */
  'Remove Filter Item': { properties: { type: 'text', value: 'text' } },
  /** Sent when the filters of a list change, in ListBody. */
  'Product List Filtered': { properties: { filters: 'filters', hits_returned: 'count' } },
  /** Sent when the order of a list changes, in ListBody. */
  'Product List Sorted': { properties: { sortedBy: 'text' } },
  /** Sent on the page of an offer, in OfferView. */
  'Product Viewed': { properties: PRODUCT },
  /** Sent when a card of a list is clicked, in src/routes/_layout/Analytics.tsx. */
  'Product Clicked': {
    properties: { product_id: 'text', offer_id: 'text', name: 'text', url: 'text', quantity: 'one', position: 'count' },
  },
  /** Sent when the server has confirmed a new line, in src/domains/selling/cart/ui/cart-events.ts. */
  'Product Added': { properties: CART_PRODUCT },
  /** Sent when the quantity of a line increases, in src/domains/selling/cart/ui/cart-events.ts. */
  'Product Quantity Increased': { properties: CART_PRODUCT },
  /** Sent when an offer may not be added to the cart, in src/domains/selling/cart/ui/cart-events.ts. */
  'Product Added - Ineligible': { properties: { ...CART_PRODUCT, reason: 'text' } },
  /** Sent when a line is removed, in src/domains/selling/cart/ui/sync-line.ts. */
  'Product Removed': { properties: CART_PRODUCT },
  /** Sent when the shop adds a line, in src/domains/selling/cart/ui/cart-events.ts. */
  'Cart Line Auto Added': { properties: AUTO_CHANGE },
  /** Sent when the shop changes a line, in src/domains/selling/cart/ui/cart-events.ts. */
  'Cart Line Auto Updated': { properties: AUTO_CHANGE },
  /** Sent when the shop removes a line, in src/domains/selling/cart/ui/cart-events.ts. */
  'Cart Line Auto Removed': { properties: AUTO_CHANGE },
  /** Sent when the cart dropdown opens, in src/domains/selling/cart/ui/cart-events.ts. */
  'Cart Dropdown Viewed': { properties: { cart_id: 'text?', products: 'products' } },
  /** Sent in src/domains/selling/cart/ui/sync-coupons.ts. */
  'Coupon Applied': { properties: { ...COUPON, discount: 'number' } },
  /** Sent in src/domains/selling/cart/ui/sync-coupons.ts. */
  'Coupon Denied': { properties: { ...COUPON, reason: 'text' } },
  /** Sent before the redirect to the checkout, in src/domains/selling/cart/ui/redirect-to-checkout.ts. */
  'Checkout Started': { properties: { cart_id: 'text', value: 'number', products: 'products' } },
  /** Sent in src/domains/discovery/favourites/ui/favourites-store.ts. */
  'Added Favourites': { properties: { product_id: 'text', offer_id: 'text', sku: 'text', name: 'text', quantity: 'one' } },
  /** Sent in src/domains/discovery/favourites/ui/favourites-store.ts. */
  'Removed Favourites': { properties: { product_id: 'text', offer_id: 'text', sku: 'text', name: 'text', quantity: 'one' } },
  /** Sent after a sign-in in this browser, in src/domains/outbound/analytics/ui/start-analytics.ts. */
  'User Identified': {
    properties: {
      user_id: { kind: 'text', isPersonal: true },
      email: { kind: 'text', isPersonal: true },
      loyalty_tier: 'text',
    },
  },
  /** Sent after a sign-out in this browser, in src/domains/outbound/analytics/ui/start-analytics.ts. */
  'User Logout': { properties: {} },
  /** Sent by the account’s referral page. */
  'Referral Shared': { properties: { method: 'text' } },
  /** Sent by forms of pages and of sign-in. */
  'Form Submitted': { properties: FORM },
  /** Sent by forms of pages if the server rejects the input. */
  'Form Failed': { properties: { ...FORM, reason: 'text' } },
  /** Sent on the page of a wine club. */
  'Club Viewed': { properties: CLUB },
  /** Sent when a wine club is chosen for checkout. */
  'Club Selected': { properties: CLUB_CASE },
  /** Sent after a shopper has joined a wine club. */
  'Club Joined': { properties: CLUB_CASE },
  /** Sent on the account’s wine club page. */
  'Club Delivery Skipped': { properties: CLUB_CASE },
  /** Sent on the account’s wine club page. */
  'Club Paused': { properties: CLUB_CASE },
  /** Sent on the account’s wine club page. */
  'Club Resumed': { properties: CLUB_CASE },
  /** Sent on the account’s wine club page, with the earlier choice. */
  'Club Swapped': { properties: CLUB_CASE },
  /** Sent on the account’s wine club page. */
  'Club Cancelled': { properties: CLUB_CASE },
  /** Sent by one-click checkout. */
  clicked: { properties: ONE_CLICK },
  /** Sent by one-click checkout. */
  buying: { properties: { ...ONE_CLICK, parts: 'texts' } },
  /** Sent by one-click checkout. */
  preparing: { properties: { ...ONE_CLICK_ORDER, parts: 'texts' } },
  /** Sent by one-click checkout. */
  initiating: { properties: ONE_CLICK_ORDER },
  /** Sent by one-click checkout. */
  'Payment Success': { properties: ONE_CLICK_ORDER },
  /** Sent by one-click checkout. */
  'Order Completed': { properties: { ...ONE_CLICK_ORDER, total: 'number' } },
  /** Sent by one-click checkout. */
  'Ooops Error': { properties: { ...ONE_CLICK, reason: 'text' } },
} as const satisfies Readonly<Record<string, EventRow>>;

/** Sent with every event in addition to its own properties. `customer_group` is [ANA-5]. */
export const COMMON = { customer_group: 'text', market: 'text' } as const satisfies EventRow['properties'];

/** Page view of every page except the gateway’s, 50 ms after each navigation [ANA-3]. Sent in src/routes/_layout/Analytics.tsx. */
export const PAGE: EventRow = {
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
