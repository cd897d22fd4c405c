import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AUDIENCE, createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type TestClient, visitor } from '#tests/fixtures/test-client.ts';
import { identityContract } from '../contract.ts';
import { CLAIMS } from '../model/claims.ts';
import { revokeKeys, rotateKeys, signingKeys } from './signing-keys.ts';

let shop: TestShop;
let ada: TestCustomer;
let origin: string;
let relyingParty: client.Configuration;

const CLIENT_ID = 'cellardoor-web';
const SCOPE = 'openid profile email offline_access';

beforeAll(async () => {
  shop = await createTestShop();
  origin = `http://localhost:${shop.running.port}`;
  ada = await createTestCustomer(shop, { email: 'Ada@Example.com', tier: 'GOLD', withPassword: true });
  relyingParty = await client.discovery(new URL(`${origin}/`), CLIENT_ID, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
});
afterAll(() => shop.stop());
// Resets the limits, because the tests sign in more often than an account may per minute.
beforeEach(() => shop.database.execute({ text: 'delete from rate_limit_counters' }));

interface Request {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

async function authorizationRequest(more: Readonly<Record<string, string>> = {}): Promise<Request> {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(relyingParty, {
    redirect_uri: `${origin}/auth-callback`,
    scope: SCOPE,
    audience: AUDIENCE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url, verifier, state, nonce };
}

const pathOf = (url: URL): string => `${url.pathname}${url.search}`;

/** Signs in on the hosted pages and exchanges the code. Returns the tokens. */
async function signIn(browser: TestClient, email = ada.email): Promise<Awaited<ReturnType<typeof client.authorizationCodeGrant>>> {
  const request = await authorizationRequest();
  const page = await browser.follow(pathOf(request.url));
  const returnTo = new URL(page.path, origin).searchParams.get('returnTo') ?? '';
  const posted = await browser.post('/auth/login/using-password', { email, password: PASSWORD, returnTo });
  expect(posted.status).toBe(303);
  const back = await browser.follow(posted.location ?? '');
  return client.authorizationCodeGrant(relyingParty, new URL(back.path, origin), {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
}

const refresh = async (token: string) => {
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'auth0-client': 'e30' },
    body: new URLSearchParams({
      client_id: CLIENT_ID,
      grant_type: 'refresh_token',
      refresh_token: token,
      redirect_uri: `${origin}/auth-callback`,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
/** Ends the grace period of used refresh tokens. */
const passLeeway = () => shop.database.execute({ text: "update oidc_records set consumed_at = consumed_at - interval '1 minute'" });
const tier = async (bearer: string) => {
  const result = await shop.call(identityContract).userWithMetadata({}, { bearer });
  return result.ok ? result.value.data.app_metadata.LOYALTY_TIER_AU : result.code;
};

describe('a second OpenID client', () => {
  test('discovers the endpoints and the issuer with its trailing slash [ID-1, API-37]', () => {
    expect(relyingParty.serverMetadata()).toMatchObject({
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      jwks_uri: `${origin}/.well-known/jwks.json`,
      end_session_endpoint: `${origin}/v2/logout`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  });

  test('completes the code flow and gets tokens with all claims [ID-1, ID-32, ID-33]', async () => {
    const tokens = await signIn(visitor(shop));
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBe(3_600);
    expect(tokens.claims()).toMatchObject({
      iss: `${origin}/`,
      aud: CLIENT_ID,
      sub: ada.subject,
      email: 'Ada@Example.com',
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Hopper',
      name: 'Grace Hopper',
      [CLAIMS.appMetadata]: {
        LOYALTY_TIER_AU: 'GOLD',
        BIGCOMMERCE_AU_CUSTOMER_ID: ada.id,
        AU_EXTERNAL_ID: ada.subject,
        HUBSPOT_AU_CONTACT_ID: String(ada.id),
        LOYALTY_TIER_SG: 'GOLD',
        BIGCOMMERCE_SG_CUSTOMER_ID: ada.id,
      },
      [CLAIMS.customerGroup]: { name: 'GOLD' },
    });
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('RS256');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${origin}/`, aud: AUDIENCE, sub: ada.subject });
    expect(await tier(tokens.access_token)).toBe('GOLD');
  });

  test('gets a new refresh token and an ID token on each refresh, bound to the audience [ID-2]', async () => {
    const first = await signIn(visitor(shop));
    const second = await client.refreshTokenGrant(relyingParty, first.refresh_token ?? '');
    expect(second.refresh_token).toBeTypeOf('string');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.claims()?.sub).toBe(ada.subject);
    expect(decodeJwt(second.access_token).aud).toBe(AUDIENCE);
    expect(await tier(second.access_token)).toBe('GOLD');
  });

  test('revokes a refresh token', async () => {
    const { refresh_token: token = '' } = await signIn(visitor(shop));
    await client.tokenRevocation(relyingParty, token, { token_type_hint: 'refresh_token' });
    expect(await refresh(token)).toMatchObject({ status: 403 });
  });

  test('signs out: revokes session, refresh tokens and access tokens, and redirects back [ID-4]', async () => {
    const browser = visitor(shop);
    const tokens = await signIn(browser);
    const url = client.buildEndSessionUrl(relyingParty, { post_logout_redirect_uri: `${origin}/wines`, state: 'kept' });
    const out = await browser.get(pathOf(url));
    expect(out).toMatchObject({ status: 302, location: `${origin}/wines?state=kept` });
    expect(browser.cookies.has('cellardoor_session')).toBe(false);
    expect(await refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 403 });
    expect(await tier(tokens.access_token)).toBe('token_invalid');
    const silent = await browser.get(pathOf((await authorizationRequest({ prompt: 'none' })).url));
    expect(new URL(silent.location ?? '').searchParams.get('error')).toBe('login_required');
  });
});

describe('sign-out', () => {
  const cases = [
    { name: 'a path of the shop', query: '?client_id=cellardoor-web&returnTo=/wines', leads: '/wines' },
    { name: 'elsewhere', query: '?client_id=cellardoor-web&returnTo=https://evil.example/', leads: '/' },
    { name: 'a path of two slashes', query: '?returnTo=//evil.example', leads: '/' },
    { name: 'another client', query: '?client_id=other&returnTo=/wines', leads: '/' },
    { name: 'nowhere', query: '', leads: '/' },
    { name: 'the front, at other providers too', query: '?federated&returnTo=/', leads: '/' },
  ];
  test.each(cases)('to $name redirects to $leads [ID-4, ID-17]', async ({ query, leads }) => {
    expect(await visitor(shop).get(`/v2/logout${query}`)).toMatchObject({ status: 302, location: leads });
  });

  test('does not happen on prefetch', async () => {
    const browser = visitor(shop);
    await signIn(browser);
    expect((await browser.get('/v2/logout', { 'sec-purpose': 'prefetch' })).status).toBe(403);
    expect((await browser.get('/auth/login')).location).toBe('/?authenticated=yes');
  });
});

describe('authorization requests', () => {
  test('redirect to the sign-in page without a session, with the hinted email [ID-9]', async () => {
    const { url } = await authorizationRequest({ login_hint: 'ada@example.com' });
    const page = await visitor(shop).get(pathOf(url));
    const at = new URL(page.location ?? '', origin);
    expect(page.status).toBe(303);
    expect(at.pathname).toBe('/auth/login');
    expect(at.searchParams.get('email')).toBe('ada@example.com');
    expect(at.searchParams.get('returnTo')).toMatch(/^\/authorize\?/);
  });

  test('redirect to the join page with screen_hint=signup [ID-11]', async () => {
    const page = await visitor(shop).get(pathOf((await authorizationRequest({ screen_hint: 'signup' })).url));
    expect(page.location).toMatch(/^\/auth\/join\?/);
  });

  test('ask a signed-in shopper once more with prompt=login', async () => {
    const browser = visitor(shop);
    await signIn(browser);
    const page = await browser.get(pathOf((await authorizationRequest({ prompt: 'login' })).url));
    const returnTo = new URL(page.location ?? '', origin).searchParams.get('returnTo') ?? '';
    const back = await browser.post('/auth/login/using-password', { email: ada.email, password: PASSWORD, returnTo });
    expect((await browser.follow(back.location ?? '')).path).toMatch(/^\/auth-callback\?code=/);
  });

  test('respond to web_message with a page that posts the code to its parent [ID-15]', async () => {
    const browser = visitor(shop);
    await signIn(browser);
    const request = await authorizationRequest({ prompt: 'none', response_mode: 'web_message' });
    const page = await browser.get(pathOf(request.url));
    expect(page.status).toBe(200);
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.text).toContain('authorization_response');
    expect(page.text).toContain(`"state":"${request.state}"`);
    expect(page.text).toMatch(/"code":"[\w-]{20,}"/);
  });

  test('respond to web_message with login_required without a session [ID-29]', async () => {
    const page = await visitor(shop).get(pathOf((await authorizationRequest({ prompt: 'none', response_mode: 'web_message' })).url));
    expect(page.text).toContain('"error":"login_required"');
  });

  const invalid = [
    { name: 'without PKCE', change: (url: URL) => url.searchParams.delete('code_challenge'), error: 'invalid_request' },
    { name: 'with plain PKCE', change: (url: URL) => url.searchParams.set('code_challenge_method', 'plain'), error: 'invalid_request' },
    {
      name: 'for another audience',
      change: (url: URL) => url.searchParams.set('audience', 'https://other.example'),
      error: 'invalid_target',
    },
    {
      name: 'for a token at once',
      change: (url: URL) => url.searchParams.set('response_type', 'token'),
      error: 'unsupported_response_type',
    },
  ];
  test.each(invalid)('are rejected $name', async ({ change, error }) => {
    const { url } = await authorizationRequest();
    change(url);
    const page = await visitor(shop).get(pathOf(url));
    expect(page.location).toMatch(/^http:\/\/localhost/);
    expect(new URL(page.location ?? '').hash + new URL(page.location ?? '').search).toContain(`error=${error}`);
  });

  test('are rejected without a redirect if the target is not allowed [ID-17]', async () => {
    const { url } = await authorizationRequest({ redirect_uri: 'https://evil.example/auth-callback' });
    const page = await visitor(shop).get(pathOf(url), { accept: 'text/html' });
    expect(page).toMatchObject({ status: 400, location: null });
    expect(page.text).toContain('Back to the shop');
  });

  test('have an issuer per site, and the default issuer for unknown hosts [ID-5, SITE-18]', async () => {
    const metadata = await shop.get('/.well-known/openid-configuration', {}, 'sg.localhost');
    expect(JSON.parse(metadata.text).issuer).toBe(`http://sg.localhost:${shop.running.port}/`);
    const unknown = await shop.get('/.well-known/openid-configuration', {}, 'evil.example');
    expect(JSON.parse(unknown.text).issuer).toBe('http://localhost/');
  });
});

describe('refresh tokens', () => {
  test('work in several tabs that refresh at once', async () => {
    const { refresh_token: token = '' } = await signIn(visitor(shop));
    const responses = await Promise.all([refresh(token), refresh(token)]);
    // A third request arrives after the first one has completed.
    responses.push(await refresh(token));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = await refresh(String(responses[0]?.body.refresh_token));
    expect(next.status).toBe(200);
  });

  test('revoke their family and the session if one is reused later [ID-3]', async () => {
    const browser = visitor(shop);
    const { refresh_token: first = '', access_token: bearer } = await signIn(browser);
    const second = String((await refresh(first)).body.refresh_token);
    const third = String((await refresh(second)).body.refresh_token);
    await passLeeway();
    expect(await refresh(first)).toEqual({
      status: 403,
      body: { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
    });
    expect((await refresh(third)).status).toBe(403);
    const silent = await browser.get(pathOf((await authorizationRequest({ prompt: 'none' })).url));
    expect(new URL(silent.location ?? '').searchParams.get('error')).toBe('login_required');
    expect(await tier(bearer)).toBe('token_invalid');
  });

  test('of another family of the same customer stay valid', async () => {
    const one = await signIn(visitor(shop));
    const other = await signIn(visitor(shop));
    const replayed = String((await refresh(one.refresh_token ?? '')).body.refresh_token);
    await passLeeway();
    await refresh(one.refresh_token ?? '');
    expect((await refresh(replayed)).status).toBe(403);
    expect((await refresh(other.refresh_token ?? '')).status).toBe(200);
  });

  test('that are unknown get a 403 with invalid_grant [ID-3]', async () => {
    expect(await refresh('made-up')).toEqual({
      status: 403,
      body: { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
    });
  });

  test('are stored as digests', async () => {
    const { refresh_token: token = '' } = await signIn(visitor(shop));
    const rows = await shop.database.queryMany<{ row: string }>({ text: 'select to_jsonb(r)::text as row from oidc_records r' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('codes', () => {
  test('work once: a second use revokes the tokens of the first', async () => {
    const browser = visitor(shop);
    await signIn(browser);
    const request = await authorizationRequest({ prompt: 'none' });
    const back = new URL((await browser.get(pathOf(request.url))).location ?? '');
    const checks = { pkceCodeVerifier: request.verifier, expectedState: request.state, expectedNonce: request.nonce };
    const tokens = await client.authorizationCodeGrant(relyingParty, back, checks);
    await expect(client.authorizationCodeGrant(relyingParty, back, checks)).rejects.toThrow();
    expect((await refresh(tokens.refresh_token ?? '')).status).toBe(403);
  });

  test('require the verifier of their request', async () => {
    const browser = visitor(shop);
    await signIn(browser);
    const request = await authorizationRequest({ prompt: 'none' });
    const back = new URL((await browser.get(pathOf(request.url))).location ?? '');
    const checks = { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: request.state, expectedNonce: request.nonce };
    await expect(client.authorizationCodeGrant(relyingParty, back, checks)).rejects.toThrow();
  });
});

describe('keys', () => {
  test('are published without their private parts', async () => {
    const { keys } = JSON.parse((await shop.get('/.well-known/jwks.json')).text) as { keys: Record<string, unknown>[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi'].includes(name))).toEqual([]);
  });

  test('rotate: a new key is published before it signs, and tokens of the old key stay valid', async () => {
    const signing = async () => (await signingKeys(shop.database).current()).signing.map(({ kid }) => kid);
    const old = await signIn(visitor(shop));
    const [oldKid] = await signing();
    const newKid = await rotateKeys(shop.database);
    expect(await signing()).toEqual([oldKid, newKid]);
    await shop.database.execute({
      text: "update identity_keys set retired_at = retired_at - interval '1 minute' where retired_at is not null",
    });
    expect(await signing()).toEqual([newKid, oldKid]);
    const fresh = await createTestCustomer(shop, { tier: 'SILVER' });
    expect(decodeProtectedHeader(fresh.bearer).kid).toBe(newKid);
    // Keys are reread for unknown key ids at most twice a second.
    await expect.poll(() => tier(fresh.bearer)).toBe('SILVER');
    expect(await tier(old.access_token)).toBe('GOLD');
    const { keys } = JSON.parse((await shop.get('/.well-known/jwks.json')).text) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toEqual([newKid, oldKid]);
    const next = await signIn(visitor(shop));
    expect(decodeProtectedHeader(next.access_token).kid).toBe(newKid);
    await shop.database.execute({
      text: "update identity_keys set retired_at = retired_at - interval '25 hours' where retired_at is not null",
    });
    expect(await signing()).toEqual([newKid]);
  });

  test('revoked: tokens of earlier keys are invalid at once, also those that were used before, and shoppers sign in again', async () => {
    const old = await signIn(visitor(shop));
    expect(await tier(old.access_token)).toBe('GOLD');

    const kid = await revokeKeys(shop.database);

    await expect.poll(() => tier(old.access_token), { timeout: 5_000 }).not.toBe('GOLD');
    const { keys } = JSON.parse((await shop.get('/.well-known/jwks.json')).text) as { keys: { kid: string }[] };
    expect(keys.map((key) => key.kid)).toEqual([kid]);
    const next = await signIn(visitor(shop));
    expect(decodeProtectedHeader(next.access_token).kid).toBe(kid);
    expect(await tier(next.access_token)).toBe('GOLD');
  });
});
