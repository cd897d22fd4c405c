/** Labels and manifests as documents, and the labels of shipments, over the real server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { createLabelShop, depsOfCarrier, TestCarrier } from '#tests/fixtures/test-carrier.ts';
import { shipOrder } from '../ship-order.ts';
import type { LabelDeps } from './label-deps.ts';
import { processLabels } from './process-labels.ts';

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
let deps: LabelDeps;
beforeAll(async () => {
  shop = await createLabelShop();
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
  lee = await signInAs(shop, await createTestStaff(shop.database, { email: 'lee@shop.example', name: 'Lee', roles: ['Orders'] }));
});
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from parcel_labels' });
  deps = depsOfCarrier(shop.database, new TestCarrier());
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(labelOfficeContract);
const ask = async (browser: OfficeBrowser, ...ids: string[]) =>
  yes(await at(browser).buyLabels({ orders: ids.map((id) => ({ id, parcels: null, seen: [] })) })).results;
const labels = async (...ids: string[]) => yes(await at(kim).labels({ orders: ids.join(',') })).rows;

test('a label of 100 × 150 mm says to whom, what the driver checks, and what the buyer allowed', async () => {
  const [kept, left] = [
    await paidOrder(shop, [1, 1], 'localhost', { giftMessage: 'Happy birthday', firstName: '小龍' }),
    await paidOrder(shop, [1], 'localhost', {
      ...{
        authorityToLeave: true,
        giftMessage: 'Cheers',
        instructions: `Behind the gate. ${'Beware of the dog. '.repeat(20)}`.slice(0, 250),
      },
      ...{ firstName: 'W'.repeat(40), lastName: 'W'.repeat(40), address: `12 ${'Long Street '.repeat(8)}`.trim() },
    }),
  ];
  await ask(kim, kept, left);
  await processLabels(deps);

  const { content, fileName, omitted } = yes(await at(kim).labelDocument({ orders: [kept, left].join(',') }));
  const { pages } = await readPdf(Buffer.from(content, 'base64'));

  expect(fileName).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
  expect(omitted).toEqual([]);
  expect(pages).toHaveLength(3);
  for (const { width, height, margin } of pages) {
    expect([width, height]).toEqual([expect.closeTo(283.46, 1), expect.closeTo(425.2, 1)]);
    expect(margin).toBeGreaterThan(12);
  }
  const [first = '', , third = ''] = pages.map(({ lines }) => lines.join(' '));
  for (const part of [
    '小龍',
    'parcel 1 of 2',
    'Age check: 18+',
    'Proof of age required',
    'under 18 or intoxicated',
    'Do not leave unattended',
    'This is a gift',
  ])
    expect(first).toContain(part);
  expect(first).not.toContain('Happy birthday');
  expect(third).toContain('May be left in a safe place');
  expect(third).toContain('Behind the gate');
});

test('a manifest leaves parcels out that were not sent, unless somebody includes them', async () => {
  const [part, none, whole] = [await paidOrder(shop, [1, 2]), await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  const [first] = await ask(kim, part);
  for (const id of [none, whole]) await ask(kim, id);
  await processLabels(deps);
  await shipOrder(orderDepsOf(shop), part, { ...shipmentOf([{ position: 0, quantity: 1 }]), labels: first?.labels.slice(0, 1) ?? [] });
  // On the command line nobody names the labels.
  await shipOrder(orderDepsOf(shop), whole, shipmentOf());
  const dayOf = async (id: string) => (await labels(id)).map(({ manifestDay }) => manifestDay !== null);

  expect(yes(await at(kim).manifests({ market: 'AU' }))).toMatchObject({ open: 2, unsent: 2 });
  expect(yes(await at(kim).addToManifest({ market: 'AU' })).parcels).toBe(2);
  expect([await dayOf(part), await dayOf(none), await dayOf(whole)]).toEqual([[true, false], [false], [true]]);
  expect(await at(kim).addToManifest({ market: 'AU' })).toMatchObject({ ok: false, code: 'no_parcels' });

  expect(yes(await at(kim).addToManifest({ market: 'AU', includeUnsent: true })).parcels).toBe(2);
  expect([await dayOf(part), await dayOf(none)]).toEqual([[true, true], [true]]);
});

test('a manifest leaves a label out that the packer left behind', async () => {
  const id = await paidOrder(shop, [1, 2]);
  const [asked] = await ask(kim, id);
  await processLabels(deps);
  await shipOrder(orderDepsOf(shop), id, { ...shipmentOf(), labels: asked?.labels.slice(0, 1) ?? [] });

  expect(yes(await at(kim).manifests({ market: 'AU' }))).toMatchObject({ open: 1, unsent: 1 });
});

test('a manifest has each parcel once, and its labels can no longer be cancelled', async () => {
  const id = await paidOrder(shop, [1, 2]);
  const [asked] = await ask(kim, id);
  await processLabels(deps);
  expect(yes(await at(kim).manifests({ market: 'AU' }))).toEqual({ open: 0, unsent: 2, days: [] });

  const { day, parcels } = yes(await at(kim).addToManifest({ market: 'AU', includeUnsent: true }));

  expect(parcels).toBe(2);
  expect(yes(await at(kim).manifests({ market: 'AU' }))).toEqual({ open: 0, unsent: 0, days: [{ day, parcels: 2 }] });
  expect(await at(lee).addToManifest({ market: 'AU', includeUnsent: true })).toMatchObject({ ok: false, code: 'no_parcels' });
  const { content } = yes(await at(kim).manifestDocument({ market: 'AU', day }));
  const text = (await readPdf(Buffer.from(content, 'base64'))).pages.map(({ lines }) => lines.join('\n')).join('\n');
  for (const { code } of await labels(id)) expect(text).toContain(code);
  expect(text).toContain('2 parcels of 1 order');
  expect(yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] })).results).toMatchObject([
    { isDone: false, reason: expect.stringContaining('manifest') },
    { isDone: false },
  ]);
});

test('a shipment names the labels of its parcels, which cannot be used or cancelled again', async () => {
  const id = await paidOrder(shop, [1, 1]);
  const [asked] = await ask(kim, id);
  await processLabels(deps);
  const [one = '', two = ''] = asked?.labels ?? [];
  const order = yes(await kim.call(orderOfficeContract).order({ id }));
  expect(order.lines[0]?.codes).toContain(order.order.lineItems[0]?.sku.toLowerCase());
  const send = (version: number, labelIds: string[]) =>
    kim.call(orderOfficeContract).shipOrder({ id, version, lines: [{ position: 0, quantity: 1 }], labels: labelIds, carrier: 'Overland' });

  const { version } = yes(await send(order.version, [one]));

  expect((await labels(id)).map(({ isSent }) => isSent)).toEqual([true, false]);
  expect(yes(await at(kim).cancelLabels({ ids: [one] })).results).toMatchObject([{ isDone: false }]);
  yes(await at(kim).cancelLabels({ ids: [two] }));
  expect(await send(version, [two])).toMatchObject({ ok: false, code: 'action_refused', title: expect.stringContaining('label') });
  expect(yes(await kim.call(orderOfficeContract).order({ id })).order.shipments).toHaveLength(1);
});
