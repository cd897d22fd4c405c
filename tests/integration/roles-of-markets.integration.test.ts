/** People with a role in one market and another role in the other: the two do not combine. Decision 0145. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giftCardOfficeContract } from '#domains/selling/gift-cards/office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { creditOfficeContract } from '#domains/selling/store-credit/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { systemRecordsContract } from '#domains/system/records-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

interface RoleOf {
  readonly markets: readonly ('AU' | 'SG')[];
  readonly permissions: readonly Permission[];
  readonly limit?: number | null;
}

let shop: TestShop;
let owner: OfficeBrowser;
const orders = { AU: '', SG: '' };

beforeAll(async () => {
  shop = await createTestShop({ SECRETS_KEY: 'k'.repeat(40) });
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  orders.AU = await paidOrder(shop, [1]);
  orders.SG = await paidOrder(shop, [1], 'sg.localhost', { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });
  await shop.database.execute({
    text: "insert into webhook_deliveries (event_id, url) select id, 'https://warehouse.example/hooks' from order_events where event = 'placed'",
  });
});
afterAll(() => shop?.stop());

/** Signs in somebody with roles of their own. */
async function signInWith(...roles: readonly RoleOf[]): Promise<OfficeBrowser> {
  const names: string[] = [];
  for (const { markets, permissions, limit = 0 } of roles) {
    const name = randomUUID();
    const role = { name, description: '', permissions: [...permissions], markets: [...markets], refundLimitCents: limit };
    yes(await owner.call(staffContract).createRole(role));
    names.push(name);
  }
  return signInAs(shop, await createTestStaff(shop.database, { email: `${randomUUID()}@shop.example`, roles: names }));
}

test('orders are marked only in the markets of the permission to ship', async () => {
  const browser = await signInWith(
    { markets: ['AU', 'SG'], permissions: ['orders.read', 'orders.write'] },
    { markets: ['AU'], permissions: ['orders.ship'] },
  );
  const change = (isPreview: boolean) =>
    browser.call(orderOfficeContract).changeOrders({ ids: [orders.AU, orders.SG], status: 'Awaiting Shipment', isPreview });
  const expected = [
    { isDone: true, reason: '' },
    { isDone: false, reason: 'Your role doesn’t allow you to change the status of orders in Singapore.' },
  ];

  expect(yes(await change(true)).results).toMatchObject(expected);
  expect(yes(await change(false)).results).toMatchObject(expected);
  const { order } = yes(await owner.call(orderOfficeContract).order({ id: orders.SG }));
  expect(order.status).not.toBe('Awaiting Shipment');
});

test('the content of a webhook is shown only in the markets of the permission to see customers', async () => {
  const browser = await signInWith(
    { markets: ['AU', 'SG'], permissions: ['system.read'] },
    { markets: ['AU'], permissions: ['customers.read'] },
  );
  const records = browser.call(systemRecordsContract);
  const { rows } = yes(await records.systemWebhooks({}));
  const payloadOf = async (orderId: string): Promise<unknown> => {
    const row = rows.find(({ order }) => order.id === orderId);
    return yes(await records.systemWebhook({ id: row?.id ?? '' })).payload;
  };

  expect(await payloadOf(orders.AU)).toMatchObject({ data: { order: { market: 'AU' } } });
  expect(await payloadOf(orders.SG)).toBeNull();
});

test('a refund has the limit of the roles of its market', async () => {
  const permissions = ['orders.read', 'orders.refund'] as const;
  const browser = await signInWith({ markets: ['AU'], permissions, limit: null }, { markets: ['SG'], permissions, limit: 500 });
  const calls = browser.call(orderOfficeContract);
  const refund = { lines: [{ position: 0, quantity: 1 }] };
  const preview = async (id: string) => yes(await calls.previewRefund({ id, ...refund }));
  const { version } = yes(await calls.order({ id: orders.SG }));

  expect(await preview(orders.AU)).toMatchObject({ isOverLimit: false, limit: null });
  expect(await preview(orders.SG)).toMatchObject({ isOverLimit: true, limit: 5 });
  expect(await calls.refundOrder({ id: orders.SG, version, ...refund })).toMatchObject({ status: 403, code: 'over_limit' });
});

test('store credit has the limit of the roles of its market', async () => {
  const permissions = ['credit.read', 'credit.write'] as const;
  const browser = await signInWith({ markets: ['AU'], permissions, limit: null }, { markets: ['SG'], permissions, limit: 500 });
  const limitIn = async (market: 'AU' | 'SG') =>
    yes(await browser.call(creditOfficeContract).previewGrant({ market, emails: ['ada@example.com'], amountCents: 1_000 })).limit;

  expect([await limitIn('AU'), await limitIn('SG')]).toEqual([null, 5]);
});

test('keys of integrations are changed only in the markets of the permission for them', async () => {
  const browser = await signInWith(
    { markets: ['AU', 'SG'], permissions: ['settings.read', 'settings.write'] },
    { markets: ['AU'], permissions: ['settings.payments'] },
  );
  const settings = browser.call(settingOfficeContract);
  const save = (scope: string) => settings.saveSetting({ group: 'crm', scope, value: {}, secrets: { token: 'pat-example' }, basedOn: 0 });
  const { value } = yes(await settings.setting({ group: 'sites', scope: 'shop' }));

  expect(await save('AU')).toMatchObject({ ok: true });
  expect(await save('SG')).toMatchObject({
    code: 'permission_missing',
    title: expect.stringContaining('change payment gateways and keys of integrations in Singapore'),
  });
  expect(await settings.saveSetting({ group: 'sites', scope: 'shop', value, basedOn: 0 })).toMatchObject({ code: 'permission_missing' });
  expect(yes(await settings.setting({ group: 'sites', scope: 'shop' })).canChange).toBe(false);
});

test('a gift card without an address is issued only in the markets of the permission to read codes', async () => {
  const browser = await signInWith(
    { markets: ['AU', 'SG'], permissions: ['credit.read', 'credit.write'], limit: null },
    { markets: ['AU'], permissions: ['credit.reveal'] },
  );
  const issue = (market: 'AU' | 'SG') => {
    const texts = { recipientName: 'Ada', recipientEmail: '', senderName: 'Grace', message: '', sendOn: '', reason: 'A broken bottle' };
    return browser.call(giftCardOfficeContract).issueGiftCard({ market, amountCents: 5_000, ...texts });
  };

  expect(await issue('AU')).toMatchObject({ ok: true });
  expect(await issue('SG')).toMatchObject({ ok: false, code: 'permission_missing' });
});
