/** A new shop: closed until it is opened in the office, with a checklist whose steps come from the records. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOfficeContract } from '#domains/content/office-contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { setupOfficeContract } from '#domains/setup/office-contract.ts';
import { createVisitPass, isVisitPass } from '#domains/setup/server/visit-pass.ts';
import { todayOfficeContract } from '#domains/today/office-contract.ts';
import { createTestStaff, must, OFFICE_HOST, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { closeNewShop } from './new-shop.ts';
import { loadFirstContent } from './sample-shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Does what `npm start` does before it serves a shop. */
async function startNew(shop: TestShop): Promise<void> {
  const { services } = shop.running;
  await closeNewShop(services.config, shop.database);
  await loadFirstContent(services.config, shop.database, ROOT, () => {});
  await Promise.all([services.settings.refresh(), services.content.refresh()]);
}

let shop: TestShop;
let owner: OfficeBrowser;
const setup = (browser = owner) => browser.call(setupOfficeContract);
const stepsLeft = async (): Promise<string[]> =>
  (await must(setup().setup({}))).steps.flatMap(({ name, isDone }) => (isDone ? [] : [name]));

async function save(group: string, scope: string, changes: object) {
  const calls = owner.call(settingOfficeContract);
  const { value, revision } = await must(calls.setting({ group, scope }));
  return must(calls.saveSetting({ group, scope, value: { ...value, ...changes }, basedOn: revision }));
}

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no', SECRETS_KEY: 'k'.repeat(40) });
  await startNew(shop);
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive' }));
});
afterAll(() => shop?.stop());

describe('a new shop without the sample', () => {
  test('is closed with a page of a few words, which the retailer writes', async () => {
    const first = await shop.get('/wines');
    expect([first.status, first.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(first.text).toContain('<h1>Opening soon</h1><p>This shop isn’t open yet. Please come back later.</p>');

    await save('opening', 'shop', { title: 'Back in <May>', text: 'Call us: 1800 & more' });

    expect((await shop.get('/', { 'accept-language': 'de' }, 'sg.localhost')).text).toContain('<title>Back in &lt;May&gt;</title>');
    const cart = await shop.call(cartContract).create({ productId: 1, offer: { offerId: 'red' } });
    expect(cart).toMatchObject({ status: 503, code: 'shop_closed' });
  });

  test('counts what it refuses while it is closed as no error', async () => {
    const { text } = await shop.get('/metrics');

    expect(text).toContain('route="/",status="closed"');
    expect(text).toMatch(/^cellardoor_http_server_errors_total 0$/m);
    expect(text).toMatch(/^cellardoor_shop_open 0$/m);
  });

  test('keeps its office open, which shows nothing without a sign-in', async () => {
    const page = await shop.running.server.office?.inject({ url: '/office/v1/setup', headers: { host: OFFICE_HOST } });

    expect(page?.statusCode).toBe(401);
  });

  test('lets a browser in that has a pass, and stores nothing that it gets', async () => {
    const { links } = await must(setup().visitClosedShop({}));
    const link = new URL(links.find(({ site }) => site === 'localhost')?.url ?? '');
    expect(links).toHaveLength(4);

    const entry = await shop.get(`/wines${link.search}&category=Red`);
    const cookie = String(entry.headers['set-cookie']);
    const page = await shop.get('/', { cookie: cookie.split(';')[0] ?? '' });

    expect([entry.status, entry.headers.location]).toEqual([303, '/wines?category=Red']);
    expect(cookie).toMatch(/^cellardoor_visit=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    for (const wrong of ['x', `${Math.floor(Date.now() / 1_000) + 100}.${'A'.repeat(43)}`, '1.'])
      expect((await shop.get('/', { cookie: `cellardoor_visit=${wrong}` })).status).toBe(503);
    expect((await shop.get('/?before-opening=x')).status).toBe(503);
  });

  test('shows previews in the office, and their style sheets and pictures', async () => {
    const preview = async (id: string) => {
      const made = await owner.call(pageOfficeContract).previewPage({ id, site: 'au-wine' });
      if (!made.ok) throw new Error(made.code);
      const { pathname, search } = new URL(made.value.url);
      return pathname + search;
    };
    const path = await preview('terms-au');
    const frame = { 'sec-fetch-dest': 'iframe', accept: 'text/html' };
    const shown = await shop.get(path, frame);

    expect([shown.status, shown.text.includes('Terms of sale')]).toEqual([200, true]);
    expect(shown.headers['content-security-policy']).toContain(`frame-ancestors http://${OFFICE_HOST}`);
    expect((await shop.get(path.replace(/signature=../, 'signature=xx'), frame)).status).toBe(503);
    expect((await shop.get('/event-preview', frame)).status).toBe(503);
    expect((await shop.get('/assets/nothing.css')).status).toBe(404);
  });

  test('has passes that expire', async () => {
    const pass = await createVisitPass(shop.database, Date.now() - 13 * 3_600_000);

    expect([await isVisitPass(shop.database, pass), await isVisitPass(shop.database, pass, Date.now() - 2 * 3_600_000)]).toEqual([
      false,
      true,
    ]);
  });

  test('shows on the first screen how far it is, until that is hidden', async () => {
    const today = async () => (await must(owner.call(todayOfficeContract).today({}))).shop;
    expect(await today()).toMatchObject({ isOpen: false, setup: { done: 2, total: 11, next: 'identity' } });

    await must(setup().dismissSetup({ isDismissed: true }));
    expect(await today()).toEqual({ isOpen: false, setup: null });
    expect(await must(setup().dismissSetup({ isDismissed: false }))).toMatchObject({ isDismissed: false });
  });

  test('is not opened before every step is done', async () => {
    expect(await setup().openShop({})).toMatchObject({
      status: 409,
      code: 'not_ready',
      title: 'The shop can’t open yet. Finish this first: Name and logo.',
    });
  });

  test('leads step by step to going live', async () => {
    expect(await stepsLeft()).toEqual(['identity', 'seller', 'tax', 'shipping', 'mail', 'pages', 'wines', 'test_order', 'opening']);
    await save('identity', 'au-wine', { name: 'Hill' });
    for (const market of ['AU', 'SG'] as const) {
      await save('seller', market, { name: 'Hill', licence: 'Licence 36', isTaxRegistered: true, taxId: '51 824 753 556' });
      await must(setup().confirmSetupStep({ step: 'tax', market }));
    }
    await save('shipping', 'AU', { fee: 12 });
    await must(setup().confirmSetupStep({ step: 'shipping', market: 'SG' }));
    await save('mail', 'shop', { from: 'Hill <orders@hill.example>', contact: 'hello@hill.example' });
    const mail = await must(owner.call(settingOfficeContract).setting({ group: 'mail', scope: 'shop' }));
    expect(await stepsLeft()).toContain('mail');
    await must(owner.call(settingOfficeContract).testSetting({ group: 'mail', scope: 'shop', value: mail.value, secrets: {} }));
    expect(await stepsLeft()).toEqual(['pages', 'wines', 'test_order', 'opening']);

    await shop.database.execute({ text: `update pages set record = record || '{"kicker": ""}' where path in ('/terms', '/privacy')` });
    await shop.running.services.content.refresh();
    await shop.stock({ offerId: 'red', productId: 1 });
    expect(await stepsLeft()).toEqual(['test_order', 'opening']);
    await save('opening', 'shop', { isOpen: true });
    await paidOrder(shop, [1]);
    await save('opening', 'shop', { isOpen: false });
    expect(await stepsLeft()).toEqual(['opening']);

    const done = await must(setup().openShop({}));

    expect(done).toMatchObject({ isOpen: true });
    expect([await stepsLeft(), (await shop.get('/')).status]).toEqual([[], 200]);
    const logged = await shop.database.queryMany<{ action: string }>({
      text: "select distinct action from activity_log where action like 'set%' or action like 'shop.%' order by action",
    });
    expect(logged.map(({ action }) => action)).toEqual([
      'setting.saved',
      'setting.tested',
      'setup.confirmed',
      'setup.dismissed',
      'shop.opened',
    ]);
  });
});

describe('somebody of one market', () => {
  test('confirms their market only, and opens nothing', async () => {
    await shop.database.execute({
      text: `insert into roles (name, description, permissions, markets) values ('Singapore', '', '{settings.read,settings.write}', '{SG}')`,
    });
    const sue = await signInAs(shop, await createTestStaff(shop.database, { email: 'sue@shop.example', roles: ['Singapore'] }));

    const { steps } = await must(setup(sue).setup({}));
    expect(new Set(steps.flatMap(({ items }) => items.map(({ market }) => market)))).toEqual(new Set([null, 'SG']));
    expect(await setup(sue).confirmSetupStep({ step: 'tax', market: 'AU' })).toMatchObject({ status: 404, code: 'market_unknown' });
    for (const refused of [await setup(sue).openShop({}), await setup(sue).dismissSetup({ isDismissed: true })])
      expect(refused).toMatchObject({ status: 403, code: 'whole_shop' });
    expect((await must(setup(sue).visitClosedShop({}))).links.map(({ site }) => site)).toEqual(['sg.localhost', 'spirits.sg.localhost']);
  });
});

test.each([
  { name: 'has wines', prepare: (other: TestShop) => other.stock({ offerId: 'red', productId: 1 }) },
  {
    name: 'has staff',
    prepare: (other: TestShop) => createTestStaff(other.database, { email: 'old@shop.example', roles: ['Owner'] }),
  },
  { name: 'had pages', prepare: (other: TestShop) => loadFirstContent(other.running.services.config, other.database, ROOT, () => {}) },
])('a shop of an earlier release that $name stays open', async ({ prepare }) => {
  const other = await createTestShop({ SAMPLE: 'no' });
  await prepare(other);

  await startNew(other);

  expect((await other.get('/')).status).toBe(200);
  await other.stop();
});

test('the sample shop and a demonstration start open', async () => {
  const other = await createTestShop();
  await closeNewShop(other.running.services.config, other.database);
  await other.running.services.settings.refresh();

  expect((await other.get('/')).status).toBe(200);
  await other.stop();
});
