/** Attacks on every call of the office, generated from the contracts: other sites, other markets, caches. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSION_NAMES } from '#domains/staff/model/permissions.ts';
import type { OfficeEndpoint } from '#domains/staff/server/office-handlers.ts';
import { insertRole } from '#domains/staff/server/role.repository.ts';
import { officeEndpoints } from '#server/office/office-endpoints.ts';
import { send, type TestResponse } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let calls: readonly OfficeEndpoint[];
let owner: OfficeBrowser;
/** Has every permission, in Singapore only. */
let singapore: OfficeBrowser;
let order: string;

const newEmail = (): string => `${crypto.randomUUID()}@shop.example`;

beforeAll(async () => {
  shop = await createTestShop();
  calls = officeEndpoints(shop.running.services, () => ({})).filter(({ name }) => name !== 'signOut');
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: newEmail(), roles: ['Owner'] }));
  await shop.database.transaction((transaction) =>
    insertRole(transaction, {
      name: 'Everything in Singapore',
      description: '',
      permissions: [...PERMISSION_NAMES],
      markets: ['SG'],
      refundLimitCents: null,
    }),
  );
  singapore = await signInAs(shop, await createTestStaff(shop.database, { email: newEmail(), roles: ['Everything in Singapore'] }));
  await shop.stock({ offerId: 'attack', productId: 1 });
  order = await paidOrder(shop, [1, 1]);
});
afterAll(() => shop?.stop());

const changes = (): readonly OfficeEndpoint[] => calls.filter(({ spec }) => spec.mutates);

/** Sends a change with the owner's cookie, as a page of another site would make the browser do. */
const forge = (path: string, headers: Readonly<Record<string, string>>): Promise<TestResponse> =>
  send(
    shop.running.port,
    OFFICE_HOST,
    'POST',
    path,
    { cookie: `cellardoor_office=${owner.cookies.get('cellardoor_office')}`, 'content-type': 'application/json', ...headers },
    '{}',
  );

describe('a change that another site causes is refused, whichever call it is', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the shop itself', { origin: 'http://localhost' }],
    ['a host below the office', { origin: 'http://evil.office.localhost' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a form that navigates', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-site' }],
  ])('from %s', async (_name, headers) => {
    const codes = new Map<string, string>();
    for (const { name, spec } of changes()) codes.set(name, (await forge(spec.path, headers)).text);

    expect(codes.size).toBeGreaterThan(30);
    for (const [name, text] of codes) expect(JSON.parse(text), name).toMatchObject({ status: 403, code: 'cross_site' });
  });

  test('and a form’s own content types are refused from anywhere', async () => {
    for (const { name, spec } of changes())
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await owner.send('POST', spec.path, { 'content-type': type }, '{}');
        expect([400, 403, 413, 415], `${name} as ${type}`).toContain(status);
      }
  });
});

describe('what a call answers', () => {
  test('is stored by no cache, framed by no page and read by no other site', async () => {
    for (const { name, spec } of calls) {
      const { headers } = await owner.raw(spec);

      expect(headers['cache-control'], name).toBe('no-store');
      expect(headers['x-content-type-options'], name).toBe('nosniff');
      expect(headers['x-frame-options'], name).toBe('DENY');
      expect(headers['access-control-allow-origin'], name).toBeUndefined();
      expect(headers['access-control-allow-credentials'], name).toBeUndefined();
    }
  });

  test('is no permission for another site that asks before', async () => {
    for (const { name, spec } of calls) {
      const asked = { origin: 'https://evil.example', 'access-control-request-method': spec.method };
      const { headers, status } = await send(shop.running.port, OFFICE_HOST, 'OPTIONS', spec.path, asked);

      expect(status, name).toBeGreaterThanOrEqual(400);
      expect(headers['access-control-allow-origin'], name).toBeUndefined();
    }
  });
});

describe('an order of another market', () => {
  /** Valid input of any call about one order. */
  const input = () => ({
    id: order,
    version: 1,
    carrier: 'X',
    text: 'x',
    status: 'Completed',
    kind: 'receipt',
    all: true,
    add: ['x'],
    event: 1,
    lines: [{ position: 0, quantity: 1 }],
  });
  const ofOrders = (): readonly OfficeEndpoint[] =>
    calls.filter(({ spec }) => spec.path.startsWith('/office/v1/orders/') && 'id' in spec.input.shape);

  test('does not exist for any call that names it, and stays as it is', async () => {
    const stored = () => shop.database.queryMany({ text: 'select * from order_events where order_id = $1 order by id', values: [order] });
    const before = await stored();

    expect(ofOrders().length).toBeGreaterThan(8);
    for (const { name, spec } of ofOrders()) {
      const response = spec.method === 'GET' ? await singapore.send('GET', `${spec.path}?id=${order}`) : await singapore.raw(spec, input());
      expect(JSON.parse(response.text), name).toMatchObject({ status: 404, code: 'not_found' });
    }

    expect(await stored()).toEqual(before);
  });

  test('is in no list, search, filter or export', async () => {
    const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [order] });
    for (const query of ['', `q=${row?.number}`, 'filter[market]=AU', 'filter[task]=to_send', 'sort=total']) {
      const { text } = await singapore.send('GET', `/office/v1/orders?${query}`);
      expect(text, query).not.toContain(order);
    }
    for (const ids of [undefined, [order]]) {
      const { text } = await singapore.raw({ method: 'POST', path: '/office/v1/orders/export' }, { ids });
      expect(text).not.toContain(String(row?.number));
    }
    const bulk = await singapore.raw({ method: 'POST', path: '/office/v1/orders/bulk' }, { ids: [order], addTag: 'mine' });
    expect(JSON.parse(bulk.text)).toMatchObject({ results: [{ id: order, number: null, isDone: false }] });
  });
});
