import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountContract } from '#domains/customers/account/contract.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { CLAIMS } from '#domains/customers/identity/model/claims.ts';
import { signingKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';
import { endpoints } from '#server/endpoints.ts';
import { CUSTOMER_FIELDS } from '#server/http/claimed-customer.ts';
import { AUDIENCE, createTestCustomer, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let ada: TestCustomer;
let bob: TestCustomer;

beforeAll(async () => {
  shop = await createTestShop({ TRUSTED_PROXIES: '127.0.0.1' });
  ada = await createTestCustomer(shop);
  bob = await createTestCustomer(shop);
});
afterAll(() => shop.stop());

/** Every call that the shop serves. */
const allCalls = (): EndpointSpec[] => endpoints(shop.running.services).map(({ spec }) => spec);
const signedInCalls = (): EndpointSpec[] => allCalls().filter(({ requiresAuth }) => requiresAuth);

let clients = 0;
/** Each request comes from a client of its own, because some calls answer one client only so often. */
function otherClient(): { 'x-forwarded-for': string } {
  clients += 1;
  return { 'x-forwarded-for': `198.18.${clients >> 8}.${clients & 255}` };
}

type Values = Readonly<Record<string, unknown>>;

async function ask(
  spec: EndpointSpec,
  authorization: string | null,
  input: Values = {},
): Promise<{ status: number; code: string; title: string }> {
  const headers = { ...(authorization === null ? {} : { authorization }), 'content-type': 'application/json', ...otherClient() };
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response =
    spec.method === 'POST'
      ? await send(shop.running.port, 'localhost', 'POST', spec.path, headers, JSON.stringify(input))
      : await send(shop.running.port, 'localhost', 'GET', `${spec.path}?${query}`, headers);
  return { status: response.status, ...(JSON.parse(response.text || '{}') as { code: string; title: string }) };
}

/** What calls answered that did not answer as they must, by path. */
async function otherThan(
  calls: readonly EndpointSpec[],
  responseOf: (spec: EndpointSpec) => Promise<unknown>,
  expected: unknown,
): Promise<Values> {
  const mismatches: [string, unknown][] = [];
  for (const spec of calls) {
    const actual = await responseOf(spec);
    if (!isDeepStrictEqual(actual, expected)) mismatches.push([spec.path, actual]);
  }
  return Object.fromEntries(mismatches);
}

/** A token with a good look and a key of its own. */
async function forged(kid: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await importJWK({ ...(await exportJWK(privateKey)), kid }, 'RS256');
  return new SignJWT({ [CLAIMS.signIn]: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
    .setSubject(ada.subject)
    .setIssuer(`http://localhost:${shop.running.port}/`)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}
const kidInUse = async (): Promise<string> => (await signingKeys(shop.database).current()).signing[0]?.kid ?? '';
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const MISSING = { status: 401, code: 'token_missing', title: 'Required Authorization header is missing' };
const INVALID = { status: 401, code: 'token_invalid', title: 'Your sign-in has ended. Please sign in again.' };

const TOKENS: readonly { name: string; authorization: () => Promise<string | null>; error: typeof MISSING }[] = [
  { name: 'no token', authorization: async () => null, error: MISSING },
  { name: 'another scheme', authorization: async () => 'Basic YWRhOnB3', error: MISSING },
  { name: 'expired', authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { expiresIn: -60 })}`, error: INVALID },
  {
    name: 'another audience',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { audience: 'cellardoor-web' })}`,
    error: INVALID,
  },
  {
    name: 'another issuer',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { issuer: 'https://evil.example/' })}`,
    error: INVALID,
  },
  { name: 'another signature', authorization: async () => `Bearer ${await forged(await kidInUse())}`, error: INVALID },
  { name: 'an unknown key', authorization: async () => `Bearer ${await forged('made-up')}`, error: INVALID },
  {
    name: 'no signature',
    authorization: async () =>
      `Bearer ${part({ alg: 'none' })}.${part({ sub: ada.subject, aud: AUDIENCE, iss: `http://localhost:${shop.running.port}/`, exp: 9e9 })}.`,
    error: INVALID,
  },
  {
    name: 'an unknown customer',
    authorization: async () => `Bearer ${await tokenFor(shop, { id: ada.id, subject: 'nobody' })}`,
    error: INVALID,
  },
  {
    name: 'an unknown session',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { claims: { [CLAIMS.signIn]: 'made-up' } })}`,
    error: INVALID,
  },
  {
    name: "another customer's session",
    authorization: async () => `Bearer ${await tokenFor(shop, { id: bob.id, subject: ada.subject })}`,
    error: INVALID,
  },
  { name: 'not a token', authorization: async () => 'Bearer not-a-token', error: INVALID },
];
const idOf = ({ id, subject }: TestCustomer) => ({ id, subject });

describe('every call for signed-in customers', () => {
  test('is covered: at least those of identity and account', () => {
    const paths = signedInCalls().map(({ path }) => path);
    const own = Object.values<EndpointSpec>({ ...identityContract, ...accountContract }).filter(({ requiresAuth }) => requiresAuth);
    expect(paths).toEqual(expect.arrayContaining(own.map(({ path }) => path)));
    expect(paths.length).toBeGreaterThan(20);
  });

  test.each(TOKENS)('rejects a token: $name [API-11, ID-27]', async ({ authorization, error }) => {
    const header = await authorization();
    expect(await otherThan(signedInCalls(), (spec) => ask(spec, header), error)).toEqual({});
  });

  test('accepts a valid token before it checks the input [API-11]', async () => {
    const rejected = [];
    for (const spec of signedInCalls()) {
      const { status, code } = await ask(spec, `Bearer ${ada.bearer}`);
      if (status === 401 || String(code).startsWith('token_')) rejected.push(spec.path);
    }
    expect(rejected).toEqual([]);
  });
});

/** Valid values for the other fields of these calls. A call with a field that is missing here responds with 400 and fails below. */
const FILLED: Values = {
  cartId: randomUUID(),
  productId: 1,
  offer: {},
  defaultOnly: false,
  hubspotId: '1',
  market: 'AU',
  checkoutOrder: { orderId: randomUUID() },
};
const NOT_YOURS = { status: 403, code: 'not_yours', title: 'This belongs to someone else.' };

describe('every call that names a customer', () => {
  const ownerFieldOf = ({ input }: EndpointSpec) => CUSTOMER_FIELDS.find((field) => field in input.shape);
  const calls = (): EndpointSpec[] => allCalls().filter((spec) => ownerFieldOf(spec) !== undefined);
  const naming = (spec: EndpointSpec, id: number): Values =>
    Object.fromEntries(
      Object.keys(spec.input.shape)
        .filter((field) => field in FILLED || field === ownerFieldOf(spec))
        .map((field) => [field, field === ownerFieldOf(spec) ? id : FILLED[field]]),
    );

  test('includes at least these [API-13]', () => {
    const paths = [
      '/api/get-addresses-by-customerid',
      '/api/get-customer-group',
      '/api/add-cart-item',
      '/api/create-cart',
      '/api/initialize-cart',
    ];
    expect(calls().map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  });
  test.each(TOKENS)('rejects a token: $name [API-12, ID-27]', async ({ authorization, error }) => {
    const header = await authorization();
    expect(await otherThan(calls(), (spec) => ask(spec, header, naming(spec, ada.id)), error)).toEqual({});
  });
  test('rejects another customer’s token [API-12, ACC-3, ACC-4]', async () => {
    expect(await otherThan(calls(), (spec) => ask(spec, `Bearer ${ada.bearer}`, naming(spec, bob.id)), NOT_YOURS)).toEqual({});
  });
});

/** Calls that never look at who asks: all that counts is in their input, or is told to everybody. */
const FOR_ANYBODY: readonly string[] = [
  '/api/search/landing',
  '/api/delivery-choices',
  '/api/delivery-estimate',
  '/api/dispatch-rules',
  '/api/geolocation',
  '/api/content/form',
  '/api/preview/offer',
  '/api/preview/page',
  '/api/get-loyalty-config',
  '/api/loyalty-code',
  '/api/gift-cards/balance',
  '/api/checkout/session',
  '/api/checkout/details',
  '/api/checkout/gift-card',
  '/api/checkout/gift-card/remove',
  '/api/checkout/settle',
  '/api/catalogue/offer-successor',
  '/api/localities',
  '/api/one-click-settle',
  '/api/order',
  '/api/track-order',
  '/api/linked-order',
  '/api/linked-order/end',
  '/api/wine-clubs/quote',
  '/identity/api/validate-email',
  '/api/check-social-identity',
  '/api/get-user-metadata',
  '/identity/api/providers',
  '/identity/api/link',
  '/api/push-key',
  '/api/unsubscribe-link',
  '/api/remove-push-subscription',
  '/api/push-tags',
  '/api/error-feedback',
  '/sandbox-gateway/api/payment',
  '/sandbox-gateway/api/pay',
  '/sandbox-gateway/api/confirm',
  '/sandbox-gateway/api/give-up',
  '/api/mailbox',
];

describe('every call that guests may make too [API-73]', () => {
  const calls = (): EndpointSpec[] =>
    allCalls().filter(
      ({ requiresAuth, input, path }) =>
        !requiresAuth && !CUSTOMER_FIELDS.some((field) => field in input.shape) && !FOR_ANYBODY.includes(path),
    );

  test('is covered, except those for anybody', () => {
    const others = allCalls().filter(({ path }) => FOR_ANYBODY.includes(path));
    expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining([...FOR_ANYBODY]));
    expect(others.filter(({ requiresAuth }) => requiresAuth)).toEqual([]);
  });
  test.each(TOKENS.filter(({ error }) => error === INVALID))(
    'rejects a token instead of treating its bearer as a guest: $name',
    async ({ authorization }) => {
      const header = await authorization();
      expect(await otherThan(calls(), (spec) => ask(spec, header), INVALID)).toEqual({});
    },
  );
});

/** Requests that no call can read, so that only a check before it can answer otherwise. */
const UNREADABLE: readonly { name: string; headers: Readonly<Record<string, string>>; body: string }[] = [
  { name: 'is not JSON', headers: { 'content-type': 'application/json' }, body: '{"customerId":' },
  { name: 'is of another type', headers: { 'content-type': 'text/csv' }, body: 'customerId\n1' },
  { name: 'has fields of the wrong type', headers: { 'content-type': 'application/json' }, body: '[]' },
  { name: 'comes with an If-Match that cannot be parsed', headers: { 'content-type': 'application/json', 'if-match': 'x' }, body: '{}' },
];

const sent = async ({ method, path }: EndpointSpec, headers: Readonly<Record<string, string>>, body: string, query = '') => {
  const response =
    method === 'POST'
      ? await send(shop.running.port, 'localhost', 'POST', path, { ...headers, ...otherClient() }, body)
      : await send(shop.running.port, 'localhost', 'GET', path + query, { ...headers, ...otherClient() });
  return { status: response.status, ...(JSON.parse(response.text || '{}') as { code: string; title: string }) };
};

describe('authentication before input [API-11]', () => {
  /** Every parameter is wrong at once: given twice. */
  const badQuery = ({ input }: EndpointSpec, but: readonly string[] = []) =>
    `?${Object.keys(input.shape)
      .filter((name) => !but.includes(name))
      .map((name) => `${name}=%00&${name}=%00`)
      .join('&')}`;

  test.each(UNREADABLE)('is checked for every call that needs a token, if the body $name', async ({ headers, body }) => {
    const mismatches = await otherThan(signedInCalls(), (spec) => sent(spec, headers, body, badQuery(spec)), MISSING);
    expect(mismatches).toEqual({});
  });

  test.each(UNREADABLE)('is checked for every call that reads a token, if it is bad and the body $name', async ({ headers, body }) => {
    const calls = allCalls().filter(({ errors }) => errors.token_invalid !== undefined);
    const invalid = { ...headers, authorization: 'Bearer not-a-token' };
    expect(await otherThan(calls, (spec) => sent(spec, invalid, body, badQuery(spec)), INVALID)).toEqual({});
  });

  test('is checked for every call that names a customer, without a token and with another customer’s', async () => {
    const calls = allCalls().filter(({ input, errors }) => CUSTOMER_FIELDS.some((field) => field in input.shape) && errors.not_yours);
    const naming = (spec: EndpointSpec, token: Readonly<Record<string, string>>) => {
      const field = CUSTOMER_FIELDS.find((name) => name in spec.input.shape) ?? '';
      const body = JSON.stringify({ ...Object.fromEntries(Object.keys(spec.input.shape).map((name) => [name, []])), [field]: bob.id });
      return sent(spec, { 'content-type': 'application/json', ...token }, body, `${badQuery(spec, [field])}&${field}=${bob.id}`);
    };
    expect(calls.length).toBeGreaterThan(8);
    expect(await otherThan(calls, (spec) => naming(spec, {}), MISSING)).toEqual({});
    expect(await otherThan(calls, (spec) => naming(spec, { authorization: `Bearer ${ada.bearer}` }), NOT_YOURS)).toEqual({});
  });

  test('is checked for a customer’s favourites', async () => {
    const invalidQuery = '?lastEvaluatedKey=x&user_id=';
    const list = { ...favouriteContract.list };
    expect(await sent(list, {}, '', invalidQuery + encodeURIComponent(bob.subject))).toEqual(MISSING);
    expect(await sent(list, { authorization: `Bearer ${ada.bearer}` }, '', invalidQuery + encodeURIComponent(bob.subject))).toEqual(
      NOT_YOURS,
    );
    expect((await sent(list, {}, '', invalidQuery + randomUUID())).status).toBe(400);
  });
});

describe('another customer', () => {
  test('cannot be found by e-mail [API-13, API-36]', async () => {
    expect(await ask(identityContract.customerIdByEmail, `Bearer ${ada.bearer}`, { email: bob.email })).toEqual(NOT_YOURS);
  });
  test('cannot be read by group; a guest has the group of guests, staff that of staff [API-13, API-35, ID-46]', async () => {
    const staff = await createTestCustomer(shop, { isStaff: true, tier: 'GOLD' });
    expect(await ask(identityContract.customerGroup, null, { customerID: 0 })).toMatchObject({ id: 0, name: 'GUEST' });
    expect(await ask(identityContract.customerGroup, `Bearer ${staff.bearer}`, { customerID: staff.id })).toMatchObject({ name: 'STAFF' });
  });
});

test('rejects a token after its sign-in has ended', async () => {
  const customer = await createTestCustomer(shop);
  expect((await ask(identityContract.userWithMetadata, `Bearer ${customer.bearer}`)).status).toBe(200);
  await shop.database.execute({ text: 'delete from sessions where customer_id = $1', values: [customer.id] });
  await expect.poll(async () => (await ask(identityContract.userWithMetadata, `Bearer ${customer.bearer}`)).code).toBe('token_invalid');
});

test('limits calls that reveal whether an account exists, with Retry-After [API-22, API-23, ID-43]', async () => {
  const limited = [];
  for (let index = 0; index < 31; index += 1) {
    const response = await send(
      shop.running.port,
      'localhost',
      'POST',
      '/identity/api/validate-email',
      { 'content-type': 'application/json' },
      '{"email":"x@example.com"}',
    );
    if (response.status !== 200) limited.push(response);
  }
  expect(limited).toHaveLength(1);
  expect(limited[0]?.status).toBe(429);
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

// Last, because it uses up some of what the calls above may be asked in a minute.
test('answers a bad token and a missing version without a server error', async () => {
  const failed: unknown[] = [];
  for (const spec of allCalls())
    for (const headers of [{ authorization: 'Bearer not-a-token' }, { 'if-match': '"999"' }]) {
      const query = `?${new URLSearchParams(Object.entries(FILLED).map(([name, value]) => [name, String(value)]))}&email=a%40example.com`;
      const body = JSON.stringify({ ...FILLED, email: 'a@example.com', couponCode: 'X' });
      const { status } = await sent(spec, { 'content-type': 'application/json', ...headers }, body, query);
      if (status >= 500) failed.push([spec.path, headers, status]);
    }
  expect(failed).toEqual([]);
});
