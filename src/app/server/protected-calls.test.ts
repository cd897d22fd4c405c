import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIENCE, type TestCustomer, testCustomer, tokenFor } from '../../../dev/testing/customer.ts';
import { send } from '../../../dev/testing/http.ts';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { accountCalls } from '../../account/contract.ts';
import { CLAIMS } from '../../identity/claims.ts';
import { identityCalls } from '../../identity/contract.ts';
import { signingKeys } from '../../identity/server/signing-keys.ts';
import type { CallSpec } from '../../platform/contract.ts';

let shop: TestShop;
let ada: TestCustomer;
let bob: TestCustomer;

beforeAll(async () => {
  shop = await openTestShop();
  ada = await testCustomer(shop);
  bob = await testCustomer(shop);
});
afterAll(() => shop.stop());

const CALLS = Object.entries<CallSpec>({ ...identityCalls, ...accountCalls }).filter(([, spec]) => spec.signedIn);

async function ask(spec: CallSpec, authorization: string | null, query = ''): Promise<{ status: number; code: string; title: string }> {
  const headers = { ...(authorization === null ? {} : { authorization }), 'content-type': 'application/json' };
  const body = spec.method === 'POST' ? '{}' : undefined;
  const answer = await send(shop.running.port, 'localhost', spec.method, `${spec.path}${query}`, headers, body);
  return { status: answer.status, ...(JSON.parse(answer.text) as { code: string; title: string }) };
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

const TOKENS: readonly { name: string; authorization: () => Promise<string | null>; refusal: typeof MISSING }[] = [
  { name: 'no token', authorization: async () => null, refusal: MISSING },
  { name: 'another scheme', authorization: async () => 'Basic YWRhOnB3', refusal: MISSING },
  { name: 'expired', authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { expiresIn: -60 })}`, refusal: INVALID },
  {
    name: 'another audience',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { audience: 'cellardoor-web' })}`,
    refusal: INVALID,
  },
  {
    name: 'another issuer',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { issuer: 'https://evil.example/' })}`,
    refusal: INVALID,
  },
  { name: 'another signature', authorization: async () => `Bearer ${await forged(await kidInUse())}`, refusal: INVALID },
  { name: 'an unknown key', authorization: async () => `Bearer ${await forged('made-up')}`, refusal: INVALID },
  {
    name: 'no signature',
    authorization: async () =>
      `Bearer ${part({ alg: 'none' })}.${part({ sub: ada.subject, aud: AUDIENCE, iss: `http://localhost:${shop.running.port}/`, exp: 9e9 })}.`,
    refusal: INVALID,
  },
  { name: 'of nobody', authorization: async () => `Bearer ${await tokenFor(shop, { id: ada.id, subject: 'nobody' })}`, refusal: INVALID },
  {
    name: 'a sign-in that was never made',
    authorization: async () => `Bearer ${await tokenFor(shop, idOf(ada), { claims: { [CLAIMS.signIn]: 'made-up' } })}`,
    refusal: INVALID,
  },
  {
    name: "somebody else's sign-in",
    authorization: async () => `Bearer ${await tokenFor(shop, { id: bob.id, subject: ada.subject })}`,
    refusal: INVALID,
  },
  { name: 'no token at all', authorization: async () => 'Bearer not-a-token', refusal: INVALID },
];
const idOf = ({ id, subject }: TestCustomer) => ({ id, subject });

describe.each(CALLS.map(([name, spec]) => ({ name, spec })))('$name', ({ spec }) => {
  test.each(TOKENS)('refuses a token: $name', async ({ authorization, refusal }) => {
    expect(await ask(spec, await authorization())).toEqual(refusal);
  });

  test('takes a good one, and only then looks at the input', async () => {
    const { status, code } = await ask(spec, `Bearer ${ada.bearer}`);
    expect(['token_missing', 'token_invalid']).not.toContain(code);
    expect(status).not.toBe(401);
  });
});

describe("another customer's", () => {
  const calls = [
    { spec: accountCalls.addresses, query: () => `?customerID=${bob.id}` },
    { spec: accountCalls.instruments, query: () => `?customerID=${bob.id}` },
    { spec: identityCalls.customerGroup, query: () => `?customerID=${bob.id}` },
    { spec: identityCalls.customerIdByEmail, query: () => `?email=${bob.email}` },
  ];
  test.each(calls)('$spec.path is refused', async ({ spec, query }) => {
    expect(await ask(spec, `Bearer ${ada.bearer}`, query())).toEqual({
      status: 403,
      code: 'not_yours',
      title: 'This belongs to someone else.',
    });
  });
  test('customer group without a token is refused, a guest has the group of guests', async () => {
    expect(await ask(identityCalls.customerGroup, null, `?customerID=${bob.id}`)).toEqual(MISSING);
    expect(await ask(identityCalls.customerGroup, null, '?customerID=0')).toMatchObject({ id: 0, name: 'GUEST' });
  });
});

test('a token ends with its sign-in', async () => {
  const customer = await testCustomer(shop);
  expect((await ask(identityCalls.userWithMetadata, `Bearer ${customer.bearer}`)).status).toBe(200);
  await shop.database.run({ text: 'delete from sign_ins where customer_id = $1', values: [customer.id] });
  await expect
    .poll(async () => (await ask(identityCalls.userWithMetadata, `Bearer ${customer.bearer}`)).code, { timeout: 5_000 })
    .toBe('token_invalid');
});

test('calls that tell whether an account exists are limited, and say how long to wait', async () => {
  const limited = [];
  for (let index = 0; index < 31; index += 1) {
    const answer = await send(
      shop.running.port,
      'localhost',
      'POST',
      '/identity/api/validate-email',
      { 'content-type': 'application/json' },
      '{"email":"x@example.com"}',
    );
    if (answer.status !== 200) limited.push(answer);
  }
  expect(limited).toHaveLength(1);
  expect(limited[0]?.status).toBe(429);
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
});
