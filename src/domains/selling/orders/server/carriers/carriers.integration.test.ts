/** What every carrier has to keep to, over the real server and job, with the test server of each. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { CARRIER_NAMES } from '#lib/carrier-names.ts';
import { CARRIER_KITS, type CarrierKit, findDoubleParcels } from '#tests/fixtures/carrier-kits.ts';
import { type CarrierFailure, failOnce } from '#tests/fixtures/carrier-server.ts';
import { createCarrierShop, labelDepsOf, resetLabels, SHIPPIT_VALUE, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { processLabels } from '../labels/process-labels.ts';

const kits: Partial<Record<string, CarrierKit>> = {};
let shop: TestShop;
let kim: OfficeBrowser;
let owner: OfficeBrowser;
beforeAll(async () => {
  for (const name of CARRIER_NAMES) kits[name] = await CARRIER_KITS[name]();
  const variables = Object.values(kits).map((kit) => kit?.variables);
  ({ shop, kim, owner } = await createCarrierShop(Object.assign({}, ...variables)));
});
afterAll(async () => {
  await shop?.stop();
  for (const kit of Object.values(kits)) await kit?.server.close();
});

const calls = () => kim.call(labelOfficeContract);
const buy = async (...ids: string[]) => {
  const orders = ids.map((id) => ({ id, parcels: null, seen: [] }));
  return yes(await calls().buyLabels({ orders })).results.flatMap(({ labels }) => labels);
};
const labels = async (id: string) => yes(await calls().labels({ orders: id })).rows;
const states = async (id: string) => (await labels(id)).map(({ state }) => state);
const run = () => processLabels(labelDepsOf(shop));
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });

describe.each(CARRIER_NAMES)('%s', (name) => {
  const kit = (): CarrierKit => {
    const found = kits[name];
    if (!found) throw new Error(`no test server for ${name}`);
    return found;
  };
  beforeAll(() => saveCarrier(owner, 'AU', { carrier: name, ...kit().values }, kit().secrets));
  beforeEach(() => resetLabels(shop, kit().server));
  /** Parcels of this test: those of the labels that are there. */
  const parcelsOf = async (id: string) => {
    const ids = (await labels(id)).map((label) => label.id);
    return kit()
      .parcels()
      .filter(({ reference }) => ids.includes(reference));
  };

  test('sells a label for each parcel, which is printed as it drew it', async () => {
    const id = await paidOrder(shop, [1, 1]);
    await buy(id);
    await run();

    expect(await labels(id)).toMatchObject(
      Array(2).fill({ state: 'bought', carrier: kit().title, trackingNumber: expect.stringMatching(/./) }),
    );
    expect(await parcelsOf(id)).toMatchObject(Array(2).fill({ hasLabel: true, isCancelled: false, manifests: 0 }));
    const { content } = yes(await calls().labelDocument({ orders: id }));
    const { pages } = await readPdf(Buffer.from(content, 'base64'));
    expect(pages.map(({ lines }) => lines[0])).toEqual([kit().title, kit().title]);
  });

  test.each<[name: string, step: 'create' | 'label', failure: CarrierFailure, says: string]>([
    ['is down', 'create', 503, 'has a problem of its own (status 503).'],
    ['has too many requests', 'create', 429, 'takes no more requests at the moment. We keep asking.'],
    ['has too many requests for the label', 'label', 429, 'takes no more requests at the moment. We keep asking.'],
    ['is down after it made the parcel', 'label', 503, 'has a problem of its own (status 503).'],
    ['answers half', 'label', 'malformed', 'answered in a way that we can’t read.'],
    ['answers with a page', 'label', 'page', 'answered in a way that we can’t read.'],
    ['answers something else', 'label', { body: { success: true, labels: 7, response: [] } }, 'answered in a way that we can’t read.'],
    ['answers nothing', 'create', { body: {} }, 'answered in a way that we can’t read.'],
    ['loses the answer about the label', 'label', 'lost', 'couldn’t be reached.'],
  ])('sells one label if it %s', async (_name, step, failure, says) => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    failOnce(kit().server, kit().requests[step], failure);
    await run();
    expect(await labels(id)).toMatchObject([{ state: 'intended', reason: `${kit().title} ${says}` }]);
    for (let round = 0; round < 2; round += 1) {
      await wait();
      await run();
    }

    expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
    expect(findDoubleParcels(await parcelsOf(id))).toEqual([]);
  });

  test('is not taken to know nothing of a label if it answers nothing', async () => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    failOnce(kit().server, kit().requests.label, 'lost');
    await run();
    // The question whether it has the label.
    let requests = 0;
    kit().server.failure = () => {
      requests += 1;
      return requests === 1 ? { body: {} } : null;
    };
    await wait();
    await run();
    await wait();
    await run();

    expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
    expect(await parcelsOf(id)).toHaveLength(1);
  });

  test('sells one label to a process that was killed before it stored it', async () => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    await run();
    // What the killed process had not stored.
    await shop.database.execute({
      text: `update parcel_labels set state = 'intended', tracking_number = '', tracking_url = '', price_cents = null, attempts = 1`,
    });
    await shop.database.execute({ text: 'delete from parcel_label_documents' });
    await wait();
    await run();

    expect(await labels(id)).toMatchObject([{ state: 'bought', trackingNumber: expect.stringMatching(/./) }]);
    expect(await parcelsOf(id)).toMatchObject([{ hasLabel: true }]);
    expect(findDoubleParcels(await parcelsOf(id))).toEqual([]);
  });

  test('loses nothing and sells nothing twice if it fails in the middle of a batch', async () => {
    const ids = [await paidOrder(shop, [1, 1]), await paidOrder(shop, [2]), await paidOrder(shop, [1, 2])];
    await buy(...ids);
    let requests = 0;
    kit().server.failure = () => {
      requests += 1;
      return requests > 4 && requests < 12 ? (requests % 2 === 0 ? 503 : 'malformed') : null;
    };
    await run();
    kit().server.failure = () => null;
    for (let round = 0; round < 3; round += 1) {
      await wait();
      await run();
    }

    expect((await Promise.all(ids.map(states))).flat()).toEqual(Array(5).fill('bought'));
    expect(findDoubleParcels(kit().parcels())).toEqual([]);
  });

  test('says why it refuses an address, and is not asked again', async () => {
    const id = await paidOrder(shop, [1], 'localhost', { address: '1 Nowhere Street' });
    await buy(id);
    await run();
    await wait();
    await run();

    expect(await labels(id)).toMatchObject([
      { state: 'failed', reason: expect.stringMatching(`^${kit().title} refused: The suburb and postcode .*\\.$`) },
    ]);
    expect(kit().server.requests.filter((request) => request === kit().requests.create)).toHaveLength(1);
  });

  test.each([401, 403])('says that it does not accept the key (status %s)', async (status) => {
    const id = await paidOrder(shop, [1]);
    await buy(id);
    failOnce(kit().server, kit().requests.create, status);
    await run();

    expect(await labels(id)).toMatchObject([
      { state: 'failed', reason: `${kit().title} doesn’t accept our key. An owner can test it in Settings, Carriers.` },
    ]);
    yes(await calls().retryLabels({ ids: (await labels(id)).map((label) => label.id) }));
    await run();
    expect(await states(id)).toEqual(['bought']);
  });

  test('takes the longest address of a buyer', async () => {
    const id = await paidOrder(shop, [1], 'localhost', { address: 'W'.repeat(120), instructions: 'i'.repeat(200) });
    await buy(id);
    await run();

    expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
  });

  test('cancels a label, and one that is cancelled already', async () => {
    const id = await paidOrder(shop, [1, 1]);
    const ids = await buy(id);
    await run();
    yes(await calls().cancelLabels({ ids }));
    kit().server.failure = () => 'lost';
    await run();
    kit().server.failure = () => null;
    for (let round = 0; round < 2; round += 1) {
      await wait();
      await run();
    }

    expect(await states(id)).toEqual(['cancelled', 'cancelled']);
    expect((await parcelsOf(id)).filter(({ isCancelled }) => !isCancelled)).toEqual([]);
  });

  test.each(['create', 'label'] as const)('keeps no label that was cancelled while a process stalled at the step %s', async (step) => {
    const id = await paidOrder(shop, [1]);
    const ids = await buy(id);
    failOnce(kit().server, kit().requests[step], 'late');
    const stalled = run();
    await vi.waitFor(() => expect(kit().server.requests).toContain(kit().requests[step]));
    // Its lease ends, and another process takes over.
    yes(await calls().cancelLabels({ ids }));
    await wait();
    await run();
    await stalled;
    await wait();
    await run();

    expect(await states(id)).toEqual(['cancelled']);
    expect((await parcelsOf(id)).filter(({ hasLabel, isCancelled }) => hasLabel && !isCancelled)).toEqual([]);
    expect(await shop.database.queryMany({ text: 'select 1 from parcel_label_documents' })).toEqual([]);
    // One that stalled before it paid does not pay any more.
    if (step === 'create') expect(kit().server.requests).not.toContain(kit().requests.label);
  });

  test('is asked again to cancel if it answers nothing', async () => {
    const id = await paidOrder(shop, [1]);
    const ids = await buy(id);
    await run();
    yes(await calls().cancelLabels({ ids }));
    failOnce(kit().server, kit().requests.cancel, { body: {} });
    await run();
    expect(await states(id)).toEqual(['cancelling']);
    await wait();
    await run();

    expect(await states(id)).toEqual(['cancelled']);
    expect((await parcelsOf(id)).filter(({ isCancelled }) => !isCancelled)).toEqual([]);
  });

  test('cancels a label whose purchase was not finished', async () => {
    const id = await paidOrder(shop, [1]);
    const ids = await buy(id);
    failOnce(kit().server, kit().requests.label, 503);
    await run();
    yes(await calls().cancelLabels({ ids }));
    await wait();
    await run();

    expect(await states(id)).toEqual(['cancelled']);
    expect((await parcelsOf(id)).filter(({ isCancelled }) => !isCancelled)).toEqual([]);
  });

  test('keeps a label that is too late to be cancelled, and says why', async () => {
    const id = await paidOrder(shop, [1]);
    const ids = await buy(id);
    await run();
    kit().dispatch();
    yes(await calls().cancelLabels({ ids }));
    await run();

    expect(await labels(id)).toMatchObject([{ state: 'bought', reason: expect.stringContaining(kit().title) }]);
  });

  test('does not sell a label again that was cancelled there, nor has it on a manifest', async () => {
    const cancelThere = kit().cancelThere;
    if (cancelThere === null) return;
    const id = await paidOrder(shop, [1, 1]);
    await buy(id);
    await run();
    cancelThere();
    yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
    for (let round = 0; round < 3; round += 1) {
      await run();
      await wait();
    }

    expect(await labels(id)).toMatchObject(Array(2).fill({ reason: expect.stringContaining(`It was cancelled at ${kit().title}`) }));
    expect((await parcelsOf(id)).map(({ manifests }) => manifests)).toEqual([0, 0]);
  });

  test.each<[name: string, failure: CarrierFailure | null]>([
    ['at once', null],
    ['if its answer is lost', 'lost'],
    ['if it was down', 503],
    ['if it answers nothing', { body: {} }],
  ])('is told of a manifest once %s', async (_name, failure) => {
    const id = await paidOrder(shop, [1, 1]);
    await buy(id);
    await run();
    yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
    if (failure !== null) failOnce(kit().server, kit().requests.manifest, failure);
    for (let round = 0; round < 4; round += 1) {
      await run();
      await wait();
    }

    expect(await parcelsOf(id)).toMatchObject([{ manifests: 1 }, { manifests: 1 }]);
    expect((await labels(id)).map(({ reason }) => reason)).toEqual(['', '']);
    expect((await labels(id)).map(({ manifestDay }) => manifestDay)).not.toContain(null);
  });

  test('has prices, and none with a reason', async () => {
    const id = await paidOrder(shop, [1]);
    const { services } = yes(await calls().labelQuotes({ id, parcels: 1 }));
    expect(services.length).toBeGreaterThan(1);
    expect(services.map(({ price }) => price)).toEqual(services.map(({ price }) => price).toSorted((a, b) => a - b));

    kit().server.failure = () => 503;
    expect(yes(await calls().labelQuotes({ id, parcels: 1 }))).toMatchObject({
      services: [],
      reason: `${kit().title} has a problem of its own (status 503).`,
    });
  });

  test('ends with the waiting time', async () => {
    kit().server.failure = () => 'slow';
    const carrier = labelDepsOf(shop).carriers.find('AU', name);
    const sold = { carrierReference: '1', trackingNumber: 't', trackingUrl: '' };

    await expect(carrier?.cancelLabel(sold, AbortSignal.timeout(100))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('has keys that are tried before they are saved, and never shown', async () => {
    const setting = { group: 'carriers', scope: 'AU' };
    const value = { ...SHIPPIT_VALUE, carrier: name, ...kit().values };
    const tryOut = (secrets: Readonly<Record<string, string>>) =>
      owner.call(settingOfficeContract).testSetting({ ...setting, value, secrets: { ...secrets } });
    expect(await tryOut(kit().secrets)).toMatchObject({ value: { isConnected: true } });
    for (const key of Object.keys(kit().secrets))
      expect(await tryOut({ ...kit().secrets, [key]: 'another' })).toMatchObject({
        value: { isConnected: false, message: expect.stringContaining('doesn’t accept our key') },
      });

    const shown = JSON.stringify(yes(await owner.call(settingOfficeContract).setting(setting)));
    for (const secret of Object.values(kit().secrets)) expect(shown).not.toContain(secret);
  });

  test('sells nothing without its keys, and cancels nothing', async () => {
    const carrier = labelDepsOf(shop).carriers.find('SG', name);
    const { order } = yes(await kim.call(orderOfficeContract).order({ id: await paidOrder(shop, [1]) }));
    const box = { length: 37, width: 27, height: 19 };
    const parcel = { order, shop: labelDepsOf(shop).documentShopOf('AU', new Date()), weightGrams: 9_000, box };
    const sold = { carrierReference: '1', trackingNumber: 't', trackingUrl: '' };

    await expect(carrier?.quote?.(parcel, AbortSignal.timeout(1_000))).rejects.toThrow(`There is no key for ${kit().title}.`);
    await expect(carrier?.cancelLabel(sold, AbortSignal.timeout(1_000))).rejects.toThrow(`There is no key for ${kit().title}.`);
    expect(kit().server.requests).toEqual([]);
  });
});
