/**
 * The exchanges that are recorded: every call of the interface, as outside clients send it, in the order of a visit. Later requests use
 * ids of earlier responses.
 */
import type { BrowserSession, Tokens } from './support/browser-session.ts';
import type { HttpResponse } from './support/running-shop.ts';

export const SAMPLE_PASSWORD = 'grape-harvest-2026';

/** Products of the sample shop. */
const SHIRAZ = { productId: 1001, offer: { offerId: 'old-block-shiraz-2021' } };
const PINOT = { productId: 1005, offer: { offerId: 'sandbank-grenache-2023' } };
const LIMITED = { productId: 1002, offer: { offerId: 'granite-hut-shiraz-2022' } };
const SOLD_OUT = { productId: 1323, offer: { offerId: 'bicycle-bell-pet-nat-2026' } };
const GOLD_ONLY = { productId: 1010, offer: { offerId: 'railway-siding-cabernet-sauvignon-2012' } };
const SPECIAL_ACCESS = { productId: 1037, offer: { offerId: 'south-paddock-cabernet-sauvignon-2019' } };
const CUSTOMER_ID = 1001;
const GUEST_ID = '6f0f6b0e-5d6b-4a52-9a8d-0c5a6f3f2b11';
const UNKNOWN_CART = '00000000-0000-4000-8000-000000000000';

export interface Sender {
  /** Sends a request, records it with its response under the name, and returns the response's parsed body. */
  (name: string, method: 'GET' | 'POST' | 'OPTIONS', path: string, options?: SendOptions): Promise<unknown>;
}
export interface SendOptions {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Visit {
  readonly send: Sender;
  readonly session: BrowserSession;
  readonly tokens: Tokens;
  respond(response: HttpResponse): unknown;
}

/** Reads a nested field of parsed JSON. @throws if it is not there */
export function pick(value: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), value);
  if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`no ${path} in ${JSON.stringify(value)?.slice(0, 300)}`);
  return String(found);
}

type Group = (visit: Visit) => Promise<void>;

const bearerOf = ({ tokens }: Visit): Readonly<Record<string, string>> => ({ authorization: `Bearer ${tokens.access_token}` });

/** Guest carts: every cart call, its statuses and its fixed sentences. */
const guestCart: Group = async ({ send }) => {
  await send('initialize-cart without a cart', 'GET', '/api/initialize-cart', { query: { cartId: UNKNOWN_CART, customerId: 0 } });
  await send('check-cart without a cart', 'GET', '/api/check-cart', { query: { cartId: UNKNOWN_CART } });
  await send('add-cart-item without a cart', 'POST', '/api/add-cart-item', { body: { ...SHIRAZ, cartId: UNKNOWN_CART, customerId: 0 } });
  await send('create-cart with a sold-out product', 'POST', '/api/create-cart', { body: { ...SOLD_OUT, customerId: 0 } });
  await send('create-cart with an offer of another tier', 'POST', '/api/create-cart', { body: { ...GOLD_ONLY, customerId: 0 } });
  await send('create-cart with a special access item', 'POST', '/api/create-cart', { body: { ...SPECIAL_ACCESS, customerId: 0 } });
  const created = await send('create-cart', 'POST', '/api/create-cart', { body: { ...SHIRAZ, customerId: 0 } });
  const cartId = pick(created, 'data.id');
  await send('initialize-cart', 'GET', '/api/initialize-cart', { query: { cartId, customerId: 0 } });
  await send('check-cart', 'GET', '/api/check-cart', { query: { cartId } });
  await send('add-cart-item', 'POST', '/api/add-cart-item', { body: { ...PINOT, cartId, customerId: 0 } });
  await send('add-cart-item with a limited product', 'POST', '/api/add-cart-item', { body: { ...LIMITED, cartId, customerId: 0 } });
  await send('add-cart-item above the limit', 'POST', '/api/add-cart-item', { body: { ...LIMITED, cartId, customerId: 0 } });
  await send('add-cart-item sold out', 'POST', '/api/add-cart-item', { body: { ...SOLD_OUT, cartId, customerId: 0 } });
  await send('add-cart-item not eligible', 'POST', '/api/add-cart-item', { body: { ...GOLD_ONLY, cartId, customerId: 0 } });
  const cart = await send('initialize-cart with three lines', 'GET', '/api/initialize-cart', { query: { cartId, customerId: 0 } });
  const lineId = pick(cart, 'data.lineItems.0.id');
  const line = { cartId, cartItemId: lineId, productId: pick(cart, 'data.lineItems.0.productId') };
  await send('update-cart-item', 'GET', '/api/update-cart-item', { query: { ...line, quantity: 3 } });
  const limitedLine = { cartId, cartItemId: pick(cart, 'data.lineItems.2.id'), productId: pick(cart, 'data.lineItems.2.productId') };
  await send('update-cart-item above the limit', 'GET', '/api/update-cart-item', { query: { ...limitedLine, quantity: 5 } });
  await send('update-cart-item with a wrong quantity', 'GET', '/api/update-cart-item', { query: { ...line, quantity: -1 } });
  await send('update-cart-item with an old version', 'GET', '/api/update-cart-item', {
    query: { ...line, quantity: 2 },
    headers: { 'if-match': '"1"' },
  });
  await send('add-coupon unknown', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'NO-SUCH-CODE' } });
  await send('add-coupon expired', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'LASTYEAR' } });
  await send('add-coupon of a group', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'GOLDONLY' } });
  await send('add-coupon that excludes guests', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'MEMBERS15' } });
  await send('add-coupon', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'WELCOME20' } });
  await send('remove-coupon', 'GET', '/api/remove-coupon', { query: { cartId, couponCode: 'WELCOME20' } });
  await send('add-coupon with free shipping', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'SHIPFREE' } });
  await send('inventory-levels', 'GET', '/api/inventory-levels', { query: { ids: '1001,1323' } });
  await send('product-details', 'GET', '/api/product-details', { query: { id: 1002 } });
  await send('update-guest-cart-email', 'GET', '/api/update-guest-cart-email', { query: { cartId, email: 'grace@example.com' } });
  await send('update-guest-cart-email with a wrong address', 'GET', '/api/update-guest-cart-email', { query: { cartId, email: 'grace' } });
  await send('checkout-redirect-url', 'GET', '/api/checkout-redirect-url', { query: { cartId, email: 'grace@example.com' } });
  const other = await send('create-cart, a second one', 'POST', '/api/create-cart', { body: { ...SHIRAZ, customerId: 0 } });
  const otherId = pick(other, 'data.id');
  await send('merge-carts', 'GET', '/api/merge-carts', { query: { cartIds: JSON.stringify([cartId, otherId]), cartId } });
  await send('merge-carts with empty ids', 'GET', '/api/merge-carts', { query: { cartIds: '[""]' } });
  await send('remove-cart-item', 'GET', '/api/remove-cart-item', { query: { cartId, cartItemId: lineId } });
  await send('destroy-cart', 'GET', '/api/destroy-cart', { query: { cartId } });
  await send('a change from another site', 'GET', '/api/destroy-cart', { query: { cartId }, headers: { 'sec-fetch-site': 'cross-site' } });
  await send('a prefetch of a change', 'GET', '/api/destroy-cart', { query: { cartId }, headers: { 'sec-purpose': 'prefetch' } });
  await send('a body that is no JSON', 'POST', '/api/add-coupon', { text: '{', headers: { 'content-type': 'application/json' } });
  const last = pick(await send('create-cart, a third one', 'POST', '/api/create-cart', { body: { ...SHIRAZ, customerId: 0 } }), 'data.id');
  const lastLine = pick(
    await send('initialize-cart, one line', 'GET', '/api/initialize-cart', { query: { cartId: last, customerId: 0 } }),
    'data.lineItems.0.id',
  );
  await send('remove-cart-item of the last line', 'GET', '/api/remove-cart-item', { query: { cartId: last, cartItemId: lastLine } });
};

/** Calls of a signed-in customer, with the token missing, of somebody else, and right. */
const customer: Group = async (visit) => {
  const { send } = visit;
  const headers = bearerOf(visit);
  for (const [name, path, query] of [
    ['get-customer-group', '/api/get-customer-group', { customerID: CUSTOMER_ID }],
    ['get-addresses-by-customerid', '/api/get-addresses-by-customerid', { customerID: CUSTOMER_ID }],
    ['get-stored-instruments-by-customerid', '/api/get-stored-instruments-by-customerid', { customerID: CUSTOMER_ID, defaultOnly: 'true' }],
    ['check-referral-code', '/api/check-referral-code', { bigcommerceId: CUSTOMER_ID, hubspotId: '' }],
    ['get-hubspot-contact', '/api/get-hubspot-contact', {}],
    [
      'get-customer-id-by-email',
      '/api/get-customer-id-by-email',
      { email: 'green@cellardoor.example', first_name: 'Ivy', last_name: 'Greenwood' },
    ],
    ['get-auth0-user-with-metadata', '/api/get-auth0-user-with-metadata', {}],
    ['update-auth0-user-metadata', '/api/update-auth0-user-metadata', { given_name: 'Ivy' }],
  ] as const) {
    await send(`${name} without a token`, 'GET', path, { query });
    await send(`${name} with a token that is no token`, 'GET', path, { query, headers: { authorization: 'Bearer nonsense' } });
    await send(name, 'GET', path, { query, headers });
  }
  await send('get-addresses-by-customerid of another customer', 'GET', '/api/get-addresses-by-customerid', {
    query: { customerID: 1002 },
    headers,
  });
  await send('update-auth0-user-metadata of a field the server sets', 'GET', '/api/update-auth0-user-metadata', {
    query: { app_metadata: JSON.stringify({ LOYALTY_TIER_AU: 'BLACK' }) },
    headers,
  });
  const cart = await send('create-cart as a customer', 'POST', '/api/create-cart', {
    body: { ...SHIRAZ, customerId: CUSTOMER_ID },
    headers,
  });
  const cartId = pick(cart, 'data.id');
  await send('update-auth0-user-metadata with the cart id', 'GET', '/api/update-auth0-user-metadata', {
    query: { app_metadata: JSON.stringify({ BIGCOMMERCE_AU_CART_ID: cartId }) },
    headers,
  });
  await send('add-cart-item as a customer', 'POST', '/api/add-cart-item', { body: { ...PINOT, cartId, customerId: CUSTOMER_ID }, headers });
  await send('add-cart-item without the token', 'POST', '/api/add-cart-item', { body: { ...PINOT, cartId, customerId: CUSTOMER_ID } });
  await send('add-coupon as a customer', 'POST', '/api/add-coupon', { body: { cartId, couponCode: 'MEMBERS15' }, headers });
  await send('checkout-redirect-url as a customer', 'GET', '/api/checkout-redirect-url', { query: { cartId }, headers });
  const order = { customerID: CUSTOMER_ID, market: 'AU', cartId };
  await send('one-click-checkout-p1 without a token', 'POST', '/api/one-click-checkout-p1', { body: order });
  const p1 = await send('one-click-checkout-p1', 'POST', '/api/one-click-checkout-p1', { body: order, headers });
  const checkoutOrder = typeof p1 === 'object' && p1 !== null ? Reflect.get(p1, 'data') : {};
  const p2 = await send('one-click-checkout-p2', 'POST', '/api/one-click-checkout-p2', { body: { ...order, checkoutOrder }, headers });
  await send('process-payment', 'POST', '/api/process-payment', {
    body: { orderId: pick(p2, 'data.orderId'), paymentToken: pick(p2, 'data.paymentToken') },
    headers,
  });
  await send('change-email__step-2 to an address that is taken', 'POST', '/api/change-email__step-2', {
    body: { email: 'gold@cellardoor.example' },
    headers,
  });
  // Before step 2: afterwards the response depends on whether the code has been sent yet.
  await send('change-email__step-3 with a wrong code', 'POST', '/api/change-email__step-3', { body: { code: '000000' }, headers });
  await send('change-email__step-2', 'POST', '/api/change-email__step-2', { body: { email: 'ivy@example.com' }, headers });
  await send('search-key', 'GET', '/api/search-key', { headers });
  await send('remove-user-tags-onesignal', 'GET', '/api/remove-user-tags-onesignal', { query: { externalUserId: CUSTOMER_ID }, headers });
};

/** Calls about addresses, promotions, favourites and other things that need no customer. */
const anybody: Group = async ({ send }) => {
  await send('validate-email of a customer', 'POST', '/identity/api/validate-email', { body: { email: 'green@cellardoor.example' } });
  await send('validate-email of nobody', 'POST', '/identity/api/validate-email', { body: { email: 'nobody@example.com' } });
  await send('validate-email without an address', 'POST', '/identity/api/validate-email', { body: {} });
  await send('check-social-identity', 'POST', '/api/check-social-identity', { body: { email: 'green@cellardoor.example' } });
  await send('get-user-metadata of nobody', 'POST', '/api/get-user-metadata', { body: { email: 'nobody@example.com' } });
  await send('get-promotion-by-code', 'GET', '/api/get-promotion-by-code', { query: { code: 'TENOFF' } });
  await send('get-promotion-by-code unknown', 'GET', '/api/get-promotion-by-code', { query: { code: 'NO-SUCH-CODE' } });
  await send('get-single-promotion unknown', 'GET', '/api/get-single-promotion', { query: { promotionId: 999_999 } });
  await send('get-loyalty-config', 'GET', '/api/get-loyalty-config');
  await send('geolocation', 'GET', '/api/geolocation');
  await send('delivery-estimate by a service', 'GET', '/api/delivery-estimate', { query: { to: '3068' } });
  await send('delivery-estimate with a wrong postcode', 'GET', '/api/delivery-estimate', { query: { to: '99999' } });
  await send('unlock-paywall with a wrong password', 'POST', '/api/unlock-paywall', {
    body: { email: 'grace@example.com', password: 'wrong' },
  });
  await send('create-or-delete-favourite-item', 'POST', '/api/create-or-delete-favourite-item', {
    body: {
      user_id: GUEST_ID,
      id: 'old-block-shiraz-2021',
      sku_code: 'WR-OBS-21-12',
      offer_name: 'Old Block Shiraz',
      wine_name: 'Old Block Shiraz',
    },
  });
  const list = await send('get-favourite-items', 'GET', '/api/get-favourite-items', { query: { user_id: GUEST_ID } });
  await send('create-or-delete-favourite-item, to remove', 'POST', '/api/create-or-delete-favourite-item', {
    body: { user_id: GUEST_ID, id: pick(list, 'Items.0.id') },
  });
  await send('get-favourite-items, none', 'GET', '/api/get-favourite-items', { query: { user_id: GUEST_ID } });
  await send('pre-search-algolia', 'GET', '/api/pre-search-algolia', { query: { index: 'au_storefront_site_offers', keyword: 'shiraz' } });
  await send('pre-search-algolia of an unknown index', 'GET', '/api/pre-search-algolia', {
    query: { index: 'nothing', keyword: 'shiraz' },
  });
  await send('an unknown call', 'GET', '/api/no-such-call');
};

const SEARCH_KEYS = { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': 'guest' };
const INDEX = 'au_storefront_site_offers';

/** The hosted search's protocol, as its clients of version 4 and 5 send it. */
const search: Group = async ({ send }) => {
  const queries = '/1/indexes/*/queries';
  const v4 = 'application/x-www-form-urlencoded';
  const params = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
  await send('search, version 4', 'POST', queries, {
    query: SEARCH_KEYS,
    text: JSON.stringify({
      requests: [{ indexName: INDEX, params: params({ query: 'shiraz', hitsPerPage: '2', facets: '["countries","varietals"]' }) }],
    }),
    headers: { 'content-type': v4 },
  });
  await send('search, version 5, with filters and a sort', 'POST', queries, {
    query: SEARCH_KEYS,
    text: JSON.stringify({
      requests: [
        {
          indexName: `${INDEX}_price_asc`,
          query: '',
          hitsPerPage: 3,
          filters: '(packPrice < 200) AND ("countries":"Australia")',
          attributesToRetrieve: ['objectID', 'packPrice'],
        },
      ],
    }),
    headers: { 'content-type': 'text/plain' },
  });
  await send('search with disjunctive facets', 'POST', queries, {
    query: SEARCH_KEYS,
    text: JSON.stringify({
      requests: [
        { indexName: INDEX, params: params({ facetFilters: '[["varietals:Shiraz","varietals:Grenache"]]', hitsPerPage: '1' }) },
        {
          indexName: INDEX,
          params: params({ hitsPerPage: '0', page: '0', analytics: 'false', clickAnalytics: 'false', facets: 'varietals' }),
        },
      ],
    }),
    headers: { 'content-type': v4 },
  });
  await send('search of facet values', 'POST', `/1/indexes/${INDEX}/facets/countries/query`, {
    query: SEARCH_KEYS,
    text: JSON.stringify({ facetQuery: 'au', maxFacetHits: 3 }),
    headers: { 'content-type': v4 },
  });
  await send('search with a malformed filter', 'POST', queries, {
    query: SEARCH_KEYS,
    text: JSON.stringify({ requests: [{ indexName: INDEX, query: '', filters: 'packPrice <' }] }),
    headers: { 'content-type': 'text/plain' },
  });
  await send('search with an unknown key', 'POST', queries, {
    query: { ...SEARCH_KEYS, 'x-algolia-api-key': 'nonsense' },
    text: JSON.stringify({ requests: [{ indexName: INDEX, query: '' }] }),
    headers: { 'content-type': 'text/plain' },
  });
  await send('search of an unknown index', 'POST', queries, {
    query: SEARCH_KEYS,
    text: JSON.stringify({ requests: [{ indexName: 'nothing', query: '' }] }),
    headers: { 'content-type': 'text/plain' },
  });
  await send('insights events', 'POST', '/1/events', {
    query: { 'X-Algolia-Application-Id': 'shop', 'X-Algolia-API-Key': 'guest' },
    text: JSON.stringify({
      events: [
        {
          eventType: 'view',
          eventName: 'Offers Viewed',
          index: INDEX,
          userToken: 'contract',
          timestamp: Date.now(),
          objectIDs: ['old-block-shiraz-2021'],
        },
      ],
    }),
    headers: { 'content-type': 'application/json' },
  });
};

/** The protocols of customer data, error reporting and push. */
const collectors: Group = async ({ send }) => {
  const authorization = `Basic ${btoa('cellardoor:')}`;
  const event = { messageId: 'contract-1', anonymousId: 'contract', timestamp: new Date().toISOString(), context: {}, integrations: {} };
  for (const [name, path, body] of [
    ['track', '/v1/t', { ...event, type: 'track', event: 'Products Searched', properties: { query: 'shiraz' } }],
    ['page', '/v1/p', { ...event, type: 'page', properties: { path: '/wines', title: 'Wines', url: 'http://localhost/wines' } }],
    ['identify', '/v1/i', { ...event, type: 'identify', traits: {} }],
    [
      'batch',
      '/v1/b',
      {
        batch: [{ ...event, type: 'track', event: 'Cart Dropdown Viewed', properties: {} }],
        sentAt: event.timestamp,
        writeKey: 'cellardoor',
      },
    ],
    ['a body that is no event', '/v1/t', { type: 7 }],
  ] as const)
    await send(`customer data: ${name}`, 'POST', path, {
      text: JSON.stringify(body),
      headers: { 'content-type': 'text/plain', authorization },
    });
  const notice = {
    notifier: { name: 'contract', url: 'https://example.com', version: '1' },
    error: { class: 'Error', message: 'contract', backtrace: [] },
    request: { url: 'http://localhost/' },
    server: { environment_name: 'test' },
  };
  await send('error report', 'POST', '/v1/notices/js', { body: notice, headers: { 'x-api-key': 'shop' } });
  await send('error report without an error', 'POST', '/v1/notices/js', { body: {}, headers: { 'x-api-key': 'shop' } });
  await send('customer data: an unknown write key', 'POST', '/v1/t', {
    text: JSON.stringify({ ...event, type: 'track', event: 'Products Searched', properties: {} }),
    headers: { 'content-type': 'text/plain' },
  });
  await send('push key', 'GET', '/api/push-key');
};

/** The identity protocol beside the sign-in that every visit begins with. */
const identity: Group = async ({ send, tokens }) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
  const client = { client_id: 'cellardoor-web', redirect_uri: 'http://localhost/auth-callback' };
  await send('discovery', 'GET', '/.well-known/openid-configuration');
  await send('refresh', 'POST', '/oauth/token', {
    text: form({ ...client, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    headers: type,
  });
  await send('refresh with a dead token', 'POST', '/oauth/token', {
    text: form({ ...client, grant_type: 'refresh_token', refresh_token: 'dead' }),
    headers: type,
  });
  await send('revoke', 'POST', '/oauth/revoke', {
    text: form({ ...client, token: 'unknown', token_type_hint: 'refresh_token' }),
    headers: type,
  });
  await send('authorize without a challenge', 'GET', '/authorize', { query: { ...client, response_type: 'code', scope: 'openid' } });
};

export const GROUPS = { 'guest-cart': guestCart, customer, anybody, search, collectors, identity } as const satisfies Record<string, Group>;
