/** What is particular to Shippit: its orders, couriers and label failures, over the real server and job. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { type CarrierFailure, failOnce } from '#tests/fixtures/carrier-server.ts';
import { createShippitShop, labelDepsOf, resetLabels, SHIPPIT_VALUE, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { ShippitServer } from '#tests/fixtures/shippit-server.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { cancelOrder } from '../cancel-order.ts';
import { anonymiseBuyers } from '../customer-order.repository.ts';
import { CarrierRefusal } from '../labels/carrier-port.ts';
import { storeHandover } from '../labels/label.repository.ts';
import { processLabels } from '../labels/process-labels.ts';
import { shippit } from './shippit.ts';

let server: ShippitServer;
let shop: TestShop;
let kim: OfficeBrowser;
let owner: OfficeBrowser;
beforeAll(async () => {
  ({ server, shop, kim, owner } = await createShippitShop());
});
beforeEach(async () => {
  await resetLabels(shop, server);
  server.orders.clear();
  server.label = null;
});
afterAll(async () => {
  await shop?.stop();
  await server?.close();
});

const BOX = { length: 37, width: 27, height: 19 };
const save = (changes: Readonly<Record<string, string>>) => saveCarrier(owner, 'AU', changes, { shippitKey: server.key });

const at = (browser: OfficeBrowser) => browser.call(labelOfficeContract);
const buy = async (id: string, more: { parcels?: number; service?: string } = {}) =>
  yes(await at(kim).buyLabels({ orders: [{ id, parcels: null, seen: [], ...more }] })).results;
const labels = async (id: string) => yes(await at(kim).labels({ orders: id })).rows;
const run = () => processLabels(labelDepsOf(shop));
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });

describe('a label', () => {
  test('is bought with the address, weight and permission of the order, and printed as Shippit drew it', async () => {
    const id = await paidOrder(shop, [1, 1], 'localhost', { instructions: 'Ring twice', authorityToLeave: true });
    await buy(id);
    expect(await run()).toBe(2);

    const rows = await labels(id);
    expect(rows).toMatchObject([
      {
        state: 'bought',
        carrier: 'Shippit',
        price: 15.95,
        trackingNumber: expect.stringMatching(/^JOB-PP/),
        trackingUrl: expect.stringContaining('track.shippit.example'),
      },
      { state: 'bought', price: 15.95 },
    ]);
    const order = [...server.orders.values()].find(({ reference }) => reference === rows[0]?.id);
    expect(order?.body).toMatchObject({
      courier_type: 'standard',
      delivery_country_code: 'AU',
      delivery_instructions: 'Age check: 18+. Ring twice',
      authority_to_leave: 'Yes',
      retailer_invoice: rows[0]?.code,
      parcel_attributes: [{ qty: 1, weight: 9 }],
    });
    const { content, omitted } = yes(await at(kim).labelDocument({ orders: id }));
    const { pages } = await readPdf(Buffer.from(content, 'base64'));
    expect(pages.map(({ lines }) => lines[0])).toEqual(['Shippit', 'Shippit']);
    expect(pages[0]?.lines.join(' ')).toContain('PP00000');
    expect(omitted).toEqual([]);
  });

  test('of a carrier is printed between those of the shop, in the order of the parcels', async () => {
    const [own, sold] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
    await save({ carrier: 'none' });
    await buy(own);
    await run();
    await save({});
    await buy(sold);
    await run();

    const { content } = yes(await at(kim).labelDocument({ orders: [own, sold].join(',') }));

    const { pages } = await readPdf(Buffer.from(content, 'base64'));
    expect(pages.map(({ lines }) => lines.includes('Shippit'))).toEqual([false, true]);
    expect(pages[0]?.lines.join(' ')).toContain('Age check: 18+');
  });

  test('is bought from the service that staff chose', async () => {
    const id = await paidOrder(shop, [1]);
    await buy(id, { service: 'eParcelExpress' });
    await run();

    expect([...server.orders.values()].map(({ body }) => [body.courier_type, body.courier_allocation])).toEqual([
      [undefined, 'eParcelExpress'],
    ]);
    expect(await labels(id)).toMatchObject([{ service: 'eParcelExpress' }]);
  });

  test('is bought from the service of the market where staff chose none', async () => {
    await save({ service: 'express' });
    const id = await paidOrder(shop, [1]);
    await buy(id);
    await save({});
    await run();

    expect([...server.orders.values()].map(({ body }) => body.courier_type)).toEqual(['express']);
  });

  test('is cancelled at Shippit, unless it is on its way', async () => {
    const [early, late] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
    const asked = [...(await buy(early)), ...(await buy(late))];
    await run();
    const lateLabel = (await labels(late))[0]?.id;
    for (const order of server.orders.values()) if (order.reference === lateLabel) order.state = 'in_transit';
    yes(await at(kim).cancelLabels({ ids: asked.flatMap((each) => each.labels) }));
    await run();

    expect(await labels(early)).toMatchObject([{ state: 'cancelled' }]);
    expect(await labels(late)).toMatchObject([{ state: 'bought', reason: expect.stringContaining('cannot be cancelled') }]);
  });

  test('goes with the buyer: the drawing, the tracking number and what the carrier said are deleted', async () => {
    const id = await paidOrder(shop, [1, 1]);
    await buy(id);
    await run();
    const documents = () => shop.database.queryMany({ text: 'select 1 from parcel_label_documents' });
    expect(await documents()).toHaveLength(2);
    await storeHandover(shop.database, [(await labels(id))[0]?.id ?? '']);
    await shop.database.execute({ text: "update parcel_labels set failure = 'Shippit refused: 1 Sample Street is unknown'" });
    await shop.database.execute({ text: "update parcel_labels set state = 'failed' where number = 2" });
    await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' });
    await shop.database.execute({ text: "insert into order_events (order_id, event) values ($1, 'account_deleted')", values: [id] });

    await anonymiseBuyers(shop.database);

    expect(await documents()).toHaveLength(0);
    const [, failed] = await labels(id);
    expect(await labels(id)).toMatchObject(Array(2).fill({ trackingNumber: '', trackingUrl: '', reason: '' }));
    // Tried again, it would bring the address back.
    expect(yes(await at(kim).retryLabels({ ids: [failed?.id ?? ''] })).results).toMatchObject([{ isDone: false }]);
    const references = await shop.database.queryMany<{ reference: string }>({
      text: 'select carrier_reference as reference from parcel_labels order by number',
    });
    // The second can still be cancelled at the carrier.
    expect(references).toEqual([{ reference: '' }, { reference: expect.stringMatching(/^PP/) }]);
  });
});

describe('a failure', () => {
  test.each<[name: string, request: string, failure: CarrierFailure, says: string]>([
    ['has no label yet', 'GET /orders/PP/label', 422, 'Shippit has the parcel, but no label for it yet: status 422'],
    ['does not send the drawing', 'GET /labels/PP.pdf', 500, 'Shippit has a problem of its own (status 500).'],
  ])('passes when Shippit %s, and one label is made', async (_name, request, failure, says) => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    failOnce(server, request, failure);
    await run();

    expect(await labels(id)).toMatchObject([{ state: 'intended', reason: says }]);
    await wait();
    await run();
    expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
    expect(server.orders.size).toBe(1);
  });

  test('of the drawing is noticed before it is stored', async () => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    server.label = Buffer.from('%PDF-1.7 nothing more');
    await run();
    expect(await labels(id)).toMatchObject([{ state: 'intended', reason: expect.stringContaining('can’t be printed') }]);

    server.label = null;
    await wait();
    await run();
    expect(await labels(id)).toMatchObject([{ state: 'bought' }]);
  });

  test('because of an empty account says what to do, and can be tried again', async () => {
    const id = await paidOrder(shop, [1]);
    const [asked] = await buy(id);
    failOnce(server, 'POST /orders', 402);
    await run();
    expect(await labels(id)).toMatchObject([
      { state: 'failed', reason: 'Shippit asks for payment: add credit to the account there, then try again.' },
    ]);

    yes(await at(kim).retryLabels({ ids: asked?.labels ?? [] }));
    await run();
    expect(await labels(id)).toMatchObject([{ state: 'bought' }]);
  });

  test('to find a label without a tracking number asks nothing', async () => {
    const carrier = shippit({ id: 'shippit', name: 'Shippit', url: server.url, key: server.key });
    expect(await carrier.findLabel({ reference: 'r', code: '', carrierReference: '' }, AbortSignal.timeout(100))).toBeNull();
    expect(server.requests).toEqual([]);
  });
});

describe('prices', () => {
  test('are those of all parcels, the cheapest first', async () => {
    const id = await paidOrder(shop, [1, 1]);

    expect(yes(await at(kim).labelQuotes({ id, parcels: 2 }))).toEqual({
      carrier: 'Shippit',
      hasPrices: true,
      services: [
        { id: 'CouriersPlease', name: 'CouriersPlease, standard', price: 24.7, estimate: '3 business days' },
        { id: 'eParcelExpress', name: 'eParcelExpress, express', price: 60.8, estimate: '1 business day' },
      ],
      reason: '',
    });
  });

  test('are not there for an address that nobody serves', async () => {
    const carrier = shippit({ id: 'shippit', name: 'Shippit', url: server.url, key: server.key });
    const { order } = yes(await kim.call(orderOfficeContract).order({ id: await paidOrder(shop, [1]) }));
    const nowhere = { ...order, details: { ...order.details, postcode: '9999' } };

    await expect(
      carrier.quote?.(
        { order: nowhere, shop: labelDepsOf(shop).documentShopOf('AU', new Date()), weightGrams: 9_000, box: BOX },
        AbortSignal.timeout(5_000),
      ),
    ).rejects.toThrow(CarrierRefusal);
  });
});

test('a key is not tried without a carrier', async () => {
  const value = { ...SHIPPIT_VALUE, carrier: 'none' };
  const tried = owner
    .call(settingOfficeContract)
    .testSetting({ group: 'carriers', scope: 'AU', value, secrets: { shippitKey: server.key } });
  expect(await tried).toMatchObject({ value: { isConnected: false, message: 'Choose a carrier first.' } });
});
