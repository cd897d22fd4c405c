/** Labels of parcels: asked for by staff over the real server, bought by the job from a carrier that misbehaves. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { createLabelShop, depsOfCarrier, FREE, TestCarrier } from '#tests/fixtures/test-carrier.ts';
import { cancelOrder } from '../cancel-order.ts';
import { refundOrder } from '../refund-order.ts';
import { CarrierRefusal } from './carrier-port.ts';
import { cancelUnneeded, claimLabels, storeBought } from './label.repository.ts';
import type { LabelDeps } from './label-deps.ts';
import { processLabels } from './process-labels.ts';

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
let carrier: TestCarrier;
let deps: LabelDeps;
beforeAll(async () => {
  shop = await createLabelShop();
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
  lee = await signInAs(shop, await createTestStaff(shop.database, { email: 'lee@shop.example', name: 'Lee', roles: ['Orders'] }));
});
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from parcel_labels' });
  carrier = new TestCarrier();
  deps = depsOfCarrier(shop.database, carrier);
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(labelOfficeContract);
const ask = async (browser: OfficeBrowser, ...ids: string[]) =>
  yes(await at(browser).buyLabels({ orders: ids.map((id) => ({ id, parcels: null, seen: [] })) })).results;
const labels = async (...ids: string[]) => yes(await at(kim).labels({ orders: ids.join(',') })).rows;
const states = async (id: string) => (await labels(id)).map(({ state }) => state);
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });

test('a case gets a label each, which the job buys', async () => {
  const id = await paidOrder(shop, [1, 1, 2]);
  expect(yes(await at(kim).buyLabels({ orders: [{ id, parcels: null, seen: [] }], isPreview: true })).results).toMatchObject([
    { isDone: true, parcels: 3, labels: [] },
  ]);
  expect(await labels(id)).toEqual([]);

  const [asked] = await ask(kim, id);

  expect(asked).toMatchObject({ isDone: true, parcels: 3 });
  expect(await states(id)).toEqual(['intended', 'intended', 'intended']);
  expect(await processLabels(deps)).toBe(3);
  expect(
    (await labels(id)).map(({ state, parcel, parcels, trackingNumber, code }) => [state, parcel, parcels, trackingNumber === `T-${code}`]),
  ).toEqual([1, 2, 3].map((parcel) => ['bought', parcel, 3, true]));
});

test('a repeated request and a repeated job buy nothing twice', async () => {
  const id = await paidOrder(shop, [1]);
  const request = { orders: [{ id, parcels: 2, seen: [] }] };
  const first = yes(await at(kim).buyLabels(request, { idempotencyKey: 'key-of-kim-0001' }));
  expect(yes(await at(kim).buyLabels(request, { idempotencyKey: 'key-of-kim-0001' }))).toEqual(first);

  await Promise.all([processLabels(deps), processLabels(deps), processLabels(deps)]);
  await wait();
  await processLabels(deps);

  expect(carrier.sold.size).toBe(2);
  expect(await states(id)).toEqual(['bought', 'bought']);
});

test('a service that fails in the middle of a batch loses nothing and sells nothing twice', async () => {
  const ids = [await paidOrder(shop, [1, 1]), await paidOrder(shop, [2]), await paidOrder(shop, [1])];
  await ask(kim, ...ids);
  let calls = 0;
  carrier.before = () => {
    calls += 1;
    if (calls === 2) throw new Error('503 Service Unavailable');
  };
  carrier.after = ({ code }) => {
    // The connection is lost after the sale.
    if (calls === 3) throw new Error(`no answer about ${code}`);
  };

  await processLabels(deps);
  const waiting = (await labels(...ids)).filter(({ state }) => state === 'intended');
  expect(waiting.map(({ reason }) => reason).toSorted()).toEqual([expect.stringMatching(/^503/), expect.stringMatching(/^no answer/)]);
  carrier.before = () => undefined;
  carrier.after = () => undefined;
  await wait();
  await processLabels(deps);

  expect((await labels(...ids)).every(({ state }) => state === 'bought')).toBe(true);
  expect(carrier.sold.size).toBe(4);
});

test('a label that was bought by a process that was killed before it stored it is found again', async () => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  const [claimed] = await claimLabels(shop.database, 10);
  // What the killed process had done.
  carrier.sold.set(claimed?.id ?? '', { carrierReference: 'ref-before', trackingNumber: 'T-before', trackingUrl: '', ...FREE });
  expect(await processLabels(deps)).toBe(0);

  await wait();
  await processLabels(deps);

  expect(await labels(id)).toMatchObject([{ state: 'bought', trackingNumber: 'T-before' }]);
  expect(carrier.sold.size).toBe(1);
});

test('a parcel that the carrier refuses fails with its reason, and can be tried again', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  carrier.before = () => {
    throw new CarrierRefusal('Alcohol is not carried to this postcode.');
  };
  await processLabels(deps);
  expect(await labels(id)).toMatchObject([{ state: 'failed', reason: 'Alcohol is not carried to this postcode.' }]);

  carrier.before = () => undefined;
  expect(yes(await at(kim).retryLabels({ ids: asked?.labels ?? [] })).results).toMatchObject([{ isDone: true }]);
  await processLabels(deps);

  expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
});

test('a service that never answers is given up after some attempts, and says so', async () => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  carrier.before = () => {
    throw new Error('connect ECONNREFUSED');
  };
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await wait();
    await processLabels(deps);
  }

  expect(await labels(id)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('Try again') }]);
});

test('the second of two packers learns who bought the labels, and may buy more', async () => {
  const id = await paidOrder(shop, [1]);
  const [first] = await ask(kim, id);

  expect(await ask(lee, id)).toMatchObject([{ isDone: false, reason: 'Kim bought 1 label for it just now.' }]);
  expect(await states(id)).toEqual(['intended']);

  const more = await at(lee).buyLabels({ orders: [{ id, parcels: 1, seen: first?.labels ?? [] }] });
  expect(yes(more).results).toMatchObject([{ isDone: true }]);
  expect((await labels(id)).map(({ code }) => code.split('-').at(-1))).toEqual(['1', '2']);
});

test('two packers at the same moment: one buys, the other is told', async () => {
  const id = await paidOrder(shop, [1]);

  const answers = (await Promise.all([ask(kim, id), ask(lee, id)])).flat();

  expect(answers.map(({ isDone }) => isDone).toSorted()).toEqual([false, true]);
  expect(await states(id)).toEqual(['intended']);
});

test('nothing is bought for an order that was cancelled while its labels waited', async () => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' });

  await processLabels(deps);

  expect(await labels(id)).toMatchObject([{ state: 'cancelled', reason: 'Nothing of the order is left to send.' }]);
  expect(carrier.sold.size).toBe(0);
  expect(await ask(kim, id)).toMatchObject([{ isDone: false, reason: 'Nothing is left to send.' }]);
});

test('labels of an order that is cancelled afterwards are cancelled at the carrier', async () => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  await processLabels(deps);
  await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' });

  expect(await cancelUnneeded(shop.database)).toBe(1);
  await processLabels(deps);

  expect(await states(id)).toEqual(['cancelled']);
  expect(carrier.cancelled).toEqual(['ref-1']);
});

test.each([
  { name: 'refuses', status: 'refused', isWithCases: true, left: ['cancelled'] },
  { name: 'waits with', status: 'pending', isWithCases: true, left: ['cancelled'] },
  { name: 'refuses without its cases', status: 'refused', isWithCases: false, left: ['bought'] },
] as const)('labels of an order whose full refund the gateway $name are $left', async ({ status, isWithCases, left }) => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  await processLabels(deps);
  const amountCents = Math.round(yes(await kim.call(orderOfficeContract).order({ id })).order.total * 100);
  const refund = async () => ({ id: null, status, reason: 'The card is closed.' });

  await refundOrder(orderDepsOf(shop, { refund }), id, refundOf(isWithCases ? { all: true } : { amountCents }));
  await processLabels(deps);

  expect(await states(id)).toEqual(left);
});

test('an address that changes while the label waits stops it, and a bought label says so and is not printed', async () => {
  const [waiting, bought] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  await ask(kim, bought);
  await processLabels(deps);
  await ask(kim, waiting);
  await shop.database.execute({
    text: `update orders set details = details || '{"address": "9 Other Street"}' where id = any($1)`,
    values: [[waiting, bought]],
  });

  await processLabels(deps);

  expect(await labels(waiting)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('delivery changed') }]);
  expect(yes(await kim.call(orderOfficeContract).order({ id: bought })).labels).toMatchObject([{ state: 'bought', isMoved: true }]);
  expect(await at(kim).labelDocument({ orders: bought })).toMatchObject({ ok: false, status: 409, code: 'no_labels' });
});

test.each([
  ['instructions', 'Ring twice'],
  ['authorityToLeave', true],
  ['giftMessage', 'Cheers'],
])('a label that says other %s is not sent and on no manifest, and can be cancelled', async (field, value) => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  await processLabels(deps);
  await shop.database.execute({ text: 'update orders set details = details || $2 where id = $1', values: [id, { [field]: value }] });

  const order = yes(await kim.call(orderOfficeContract).order({ id }));
  expect(order.labels).toMatchObject([{ state: 'bought', isMoved: true }]);
  const lines = [{ position: 0, quantity: 1 }];
  const sent = await kim
    .call(orderOfficeContract)
    .shipOrder({ id, version: order.version, lines, labels: asked?.labels ?? [], carrier: 'Overland' });
  expect(sent).toMatchObject({ ok: false, code: 'action_refused', title: expect.stringContaining('the delivery changed') });
  expect(yes(await at(kim).manifests({ market: 'AU' }))).toMatchObject({ open: 0, unsent: 0 });
  expect(await at(kim).addToManifest({ market: 'AU', includeUnsent: true })).toMatchObject({ ok: false, code: 'no_parcels' });
  expect(yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] })).results).toMatchObject([{ isDone: true }]);
});

test('a parcel that was sent stays on the manifest when its delivery is changed', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  await processLabels(deps);
  const { version } = yes(await kim.call(orderOfficeContract).order({ id }));
  const lines = [{ position: 0, quantity: 1 }];
  yes(await kim.call(orderOfficeContract).shipOrder({ id, version, lines, labels: asked?.labels ?? [], carrier: 'Overland' }));
  await shop.database.execute({
    text: `update orders set details = details || '{"address": "9 Other Street"}' where id = $1`,
    values: [id],
  });

  expect(yes(await at(kim).addToManifest({ market: 'AU' })).parcels).toBe(1);
});

test('a label is cancelled before it was bought, after it, and not if the carrier says no', async () => {
  const [before, after, late] = [await paidOrder(shop, [1]), await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  const [unbought] = await ask(kim, before);
  yes(await at(kim).cancelLabels({ ids: unbought?.labels ?? [] }));
  expect(await states(before)).toEqual(['cancelled']);

  const asked = await ask(kim, after, late);
  await processLabels(deps);
  expect(carrier.sold.size).toBe(2);
  yes(await at(kim).cancelLabels({ ids: asked[0]?.labels ?? [] }));
  expect(await states(after)).toEqual(['cancelling']);
  await processLabels(deps);
  expect(await states(after)).toEqual(['cancelled']);

  carrier.mayCancel = false;
  yes(await at(kim).cancelLabels({ ids: asked[1]?.labels ?? [] }));
  await processLabels(deps);
  expect(await labels(late)).toMatchObject([{ state: 'bought', reason: expect.stringContaining('it is on the van') }]);
});

test('a label that is cancelled while it is being bought is looked for and cancelled', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  carrier.after = () => {
    throw new Error('connection lost');
  };
  await processLabels(deps);
  yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] }));

  await wait();
  await processLabels(deps);
  await wait();
  await processLabels(deps);

  expect(await states(id)).toEqual(['cancelled']);
  expect(carrier.cancelled).toEqual(['ref-1']);
});

test('a label that another process is buying is not ended before that process can store it', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  const [claimed] = await claimLabels(shop.database, 10);
  yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] }));
  expect(await processLabels(deps)).toBe(0);

  await storeBought(shop.database, claimed?.id ?? '', {
    carrierReference: 'ref-other',
    trackingNumber: 'T-other',
    trackingUrl: '',
    ...FREE,
  });
  await wait();
  await processLabels(deps);

  expect(await states(id)).toEqual(['cancelled']);
  expect(carrier.cancelled).toEqual(['ref-other']);
});

test('a label that was paid after it counted as cancelled is cancelled at the carrier, and has no drawing', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  const [claimed] = await claimLabels(shop.database, 10);
  yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] }));
  // The lease of the process that buys it ends.
  await wait();
  await processLabels(deps);
  expect(await states(id)).toEqual(['cancelled']);

  await storeBought(shop.database, claimed?.id ?? '', {
    ...{ carrierReference: 'ref-late', trackingNumber: 'T-late', trackingUrl: 'https://track.example/T-late' },
    ...{ ...FREE, document: Buffer.from('%PDF-1.7') },
  });

  expect(await labels(id)).toMatchObject([{ state: 'cancelling', trackingNumber: '', trackingUrl: '' }]);
  expect(await shop.database.queryMany({ text: 'select 1 from parcel_label_documents' })).toEqual([]);
  await processLabels(deps);
  expect(await states(id)).toEqual(['cancelled']);
  expect(carrier.cancelled).toEqual(['ref-late']);
});

test('a failed label is looked for at the carrier before it counts as cancelled', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await ask(kim, id);
  carrier.after = () => {
    throw new CarrierRefusal('We could not read your request.');
  };
  await processLabels(deps);
  expect(await states(id)).toEqual(['failed']);

  yes(await at(kim).cancelLabels({ ids: asked?.labels ?? [] }));
  await processLabels(deps);
  await processLabels(deps);

  expect(await states(id)).toEqual(['cancelled']);
  expect(carrier.cancelled).toEqual(['ref-1']);
});

test('a request that is repeated after half of it was done asks for the other half', async () => {
  const [done, open] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  const request = (id: string) => ({ id, parcels: null, seen: [] });
  const options = { idempotencyKey: 'key-of-kim-0002' };
  const [first] = yes(await at(kim).buyLabels({ orders: [request(done)] }, options)).results;
  // The process was killed before the whole response was stored.
  await shop.database.execute({ text: 'delete from idempotency_keys' });

  const again = yes(await at(kim).buyLabels({ orders: [request(done), request(open)] }, options)).results;

  expect(again).toMatchObject([
    { isDone: true, labels: first?.labels },
    { isDone: true, parcels: 1 },
  ]);
  expect([await states(done), await states(open)]).toEqual([['intended'], ['intended']]);
});

test('nothing is bought for an order whose payment is being verified', async () => {
  const id = await paidOrder(shop, [1]);
  await ask(kim, id);
  await shop.database.execute({ text: `update orders set status = 'Manual Verification Required' where id = $1`, values: [id] });

  await processLabels(deps);

  expect(await labels(id)).toMatchObject([{ state: 'cancelled', reason: 'The order is “Manual Verification Required”.' }]);
  expect(carrier.sold.size).toBe(0);
});
