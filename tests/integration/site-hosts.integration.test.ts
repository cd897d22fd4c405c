/** Hosts of sites as settings: routing, links, sign-in and checks of origins follow a change in every process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { insertVersion } from '#domains/settings/server/setting.repository.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const NEW_HOST = 'cellar.localhost';
const DEFAULT_ROWS = [
  { site: 'au-wine', host: 'localhost', formerHosts: [] },
  { site: 'sg-wine', host: 'sg.localhost', formerHosts: [] },
  { site: 'au-spirits', host: 'spirits.localhost', formerHosts: [] },
  { site: 'sg-spirits', host: 'spirits.sg.localhost', formerHosts: [] },
];
const [AU_WINE, ...OTHER_ROWS] = DEFAULT_ROWS;
const MOVED_ROWS = [{ ...AU_WINE, host: NEW_HOST, formerHosts: ['localhost'] }, ...OTHER_ROWS];

let shop: TestShop;
let second: TestShop;
let owner: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
  await shop.stock({ offerId: 'red', productId: 1 });
  const { connectionString } = shop;
  second = await createTestShop({ SAMPLE: 'no' }, undefined, {}, async () => ({ connectionString, drop: async () => {} }));
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive' }));
});
afterAll(async () => {
  await second?.stop();
  await shop?.stop();
});

const calls = (browser = owner) => browser.call(settingOfficeContract);
const read = (browser = owner) => must(calls(browser).setting({ group: 'sites', scope: 'shop' }));
async function save(sites: readonly object[], browser = owner) {
  const { revision } = await read(browser);
  const value = JSON.parse(JSON.stringify({ sites }));
  return calls(browser).saveSetting({ group: 'sites', scope: 'shop', value, basedOn: revision });
}

const at = (host: string, of: TestShop = shop): string => `http://${host}:${of.running.port}`;
const canonicalOf = (html: string): string => {
  const link = /<link[^>]*rel="canonical"[^>]*>/.exec(html)?.[0] ?? '';
  return /href="([^"]*)"/.exec(link)?.[1] ?? '';
};
const post = (host: string, path: string, origin: string, body = '{}', type = 'application/json') =>
  send(shop.running.port, host, 'POST', path, { origin, 'content-type': type, 'sec-fetch-site': 'same-origin' }, body);
const createCart = (host: string, origin: string) =>
  post(host, cartContract.create.path, origin, JSON.stringify({ productId: 1, customerId: 0, offer: { id: 'red', product_id: 1 } }));

/** Asks the provider of Singapore for a sign-in that returns to another host. @returns the status */
async function authorizeFor(host: string): Promise<number> {
  const { IDENTITY_CLIENT_ID, IDENTITY_AUDIENCE } = shop.running.services.config;
  const query = new URLSearchParams({
    client_id: IDENTITY_CLIENT_ID,
    audience: IDENTITY_AUDIENCE,
    redirect_uri: `${at(host)}/auth-callback`,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  return (await shop.get(`/authorize?${query}`, {}, 'sg.localhost')).status;
}

/** Saves a table without the checks of the office. */
const insertTable = ({ database, running }: TestShop, sites: readonly object[]) =>
  database.transaction((transaction) =>
    insertVersion(transaction, {
      group: 'sites',
      scope: 'shop',
      revision: (running.services.settings.versions('sites', 'shop')[0]?.revision ?? 0) + 1,
      value: { sites },
      secrets: {},
      effectiveFrom: null,
      author: 'import',
      note: '',
    }),
  );

describe('a site that moves to another host', () => {
  beforeAll(async () => {
    // What processes remember of the former host.
    expect(canonicalOf((await shop.get('/')).text)).toBe(`${at('localhost')}/`);
    expect(await authorizeFor(NEW_HOST)).toBe(400);
    expect((await createCart('localhost', at('localhost'))).status).toBe(200);

    expect(await save(MOVED_ROWS)).toMatchObject({ ok: true });
  });
  afterAll(() => save(DEFAULT_ROWS));

  test('is served at the new one, with its canonical addresses, sitemap and robots.txt', async () => {
    const page = await shop.get('/', {}, NEW_HOST);
    const other = await shop.get('/', {}, 'sg.localhost');

    expect([page.status, canonicalOf(page.text)]).toEqual([200, `${at(NEW_HOST)}/`]);
    expect(other.text).toContain(at(NEW_HOST));
    expect((await shop.get('/sitemap.xml', {}, NEW_HOST)).text).toContain(`${at(NEW_HOST)}/sitemaps/pages.xml`);
    expect((await shop.get('/robots.txt', {}, NEW_HOST)).text).toContain(`Sitemap: ${at(NEW_HOST)}/sitemap.xml`);
  });

  test('redirects every address of the former one, but not what services send', async () => {
    const page = await shop.get('/wines?query=shiraz');
    const call = await post('localhost', cartContract.create.path, at('localhost'));

    expect([page.status, page.headers.location]).toEqual([308, `${at(NEW_HOST)}/wines?query=shiraz`]);
    expect(page.headers['cache-control']).toBe('public, max-age=3600');
    expect([call.status, call.headers.location]).toEqual([308, `${at(NEW_HOST)}${cartContract.create.path}`]);
    expect((await shop.get('/healthz')).status).toBe(200);
    expect((await shop.get('/webhooks/stripe')).status).toBe(404);
    const body = 'List-Unsubscribe=One-Click';
    expect((await post('localhost', '/unsubscribe?token=x', at('localhost'), body, 'application/x-www-form-urlencoded')).status).toBe(404);
  });

  test('has changed in a second process', async () => {
    await expect.poll(async () => (await second.get('/wines')).status).toBe(308);

    const page = await second.get('/', {}, NEW_HOST);
    expect([page.status, canonicalOf(page.text)]).toEqual([200, `${at(NEW_HOST, second)}/`]);
  });

  test('accepts changes from its own pages, and none from those of the former host', async () => {
    expect((await createCart(NEW_HOST, at(NEW_HOST))).status).toBe(200);
    expect((await createCart(NEW_HOST, at('localhost'))).status).toBe(403);
  });

  test('signs shoppers in: issuer and return addresses are those of the new host', async () => {
    const metadata = JSON.parse((await shop.get('/.well-known/openid-configuration', {}, NEW_HOST)).text);

    expect(metadata.issuer).toBe(`${at(NEW_HOST)}/`);
    expect(await authorizeFor(NEW_HOST)).toBe(303);
    expect(await authorizeFor('localhost')).toBe(400);
  });

  test('is where links in emails lead', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });

    const asked = await post(
      NEW_HOST,
      '/auth/login/forgot-password',
      at(NEW_HOST),
      new URLSearchParams({ email: customer.email }).toString(),
      'application/x-www-form-urlencoded',
    );

    expect(asked.status).toBe(303);
    expect((await mailTo(shop, customer.email, 'Reset your password')).text).toContain(`${at(NEW_HOST)}/`);
    expect(marketOrigin(shop.running.services.config, 'AU')).toBe(`http://${NEW_HOST}`);
  });
});

describe('a table of sites', () => {
  test.each([
    { what: 'the host of the office', host: 'office.localhost', problem: 'sites.0.host: is office.localhost, the host of the office' },
    { what: 'a public host in a shop for its own machine', host: 'shop.example', problem: 'set PUBLIC_URL to the public address' },
    { what: 'the host of another site', host: 'sg.localhost', problem: 'sites.1.host: lists sg.localhost, which is in the table already' },
  ])('with $what is refused', async ({ host, problem }) => {
    const refused = await save([{ ...AU_WINE, host }, ...OTHER_ROWS]);

    expect(refused).toMatchObject({ ok: false, code: 'setting_invalid' });
    expect(!refused.ok && refused.title).toContain(problem);
  });

  test('without a site is refused', async () => {
    const refused = await save([]);

    expect(!refused.ok && refused.title).toContain('must have one site at least');
  });

  test('is changed only by people who may change payments and keys', async () => {
    const manager = await signInAs(
      shop,
      await createTestStaff(shop.database, { email: 'kim@shop.example', roles: ['Manager'], name: 'Kim' }),
    );

    expect(await save(MOVED_ROWS, manager)).toMatchObject({ ok: false, code: 'permission_missing' });
  });

  test('is tested: each host leads to this shop, or the answer says what is wrong', async () => {
    const tryOut = (sites: readonly object[]) =>
      must(calls().testSetting({ group: 'sites', scope: 'shop', value: JSON.parse(JSON.stringify({ sites })), secrets: {} }));

    expect(await tryOut(MOVED_ROWS)).toMatchObject({ isConnected: true });
    expect(await tryOut([{ ...AU_WINE, host: 'shop.invalid' }])).toMatchObject({
      isConnected: false,
      message: expect.stringMatching(/^shop\.invalid: /),
    });
  });
});

test('a table whose hosts the environment does not allow is not used', async () => {
  const { settings, config } = shop.running.services;
  await insertTable(shop, [{ site: 'au-wine', host: 'shop.example', formerHosts: [] }]);
  await settings.refresh();

  expect(config.sites.map(({ host }) => host)).toEqual(DEFAULT_ROWS.map(({ host }) => host));
  expect(await save(DEFAULT_ROWS)).toMatchObject({ ok: true });
});

describe('a shop with the variable SITES', () => {
  let fixed: TestShop;
  let staff: OfficeBrowser;
  beforeAll(async () => {
    fixed = await createTestShop({ SAMPLE: 'no', SITES: 'cellar.localhost=SG wine' });
    staff = await signInAs(fixed, await createTestStaff(fixed.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive' }));
  });
  afterAll(() => fixed?.stop());

  test('shows its table in the office, refuses changes and ignores a saved one', async () => {
    await insertTable(fixed, DEFAULT_ROWS);
    await fixed.running.services.settings.refresh();

    const shown = await read(staff);

    expect(shown.value).toEqual({ sites: [{ site: 'sg-wine', host: 'cellar.localhost', formerHosts: [] }] });
    expect([shown.canChange, shown.fixedBy]).toEqual([false, expect.stringContaining('The variable SITES')]);
    expect(await save(DEFAULT_ROWS, staff)).toMatchObject({ ok: false, code: 'setting_invalid' });
    expect(fixed.running.services.config.sites.map(({ id }) => id)).toEqual(['sg-wine']);
  });
});
