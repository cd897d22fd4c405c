/** A whole day of sixty orders of every kind, from the first look at Today until nothing waits. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import type { Market } from '#markets/market.ts';
import { SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import { CARRIER_KITS, type CarrierKit, findDoubleParcels } from '#tests/fixtures/carrier-kits.ts';
import { saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, createMember, testClub } from '#tests/fixtures/clubs.ts';
import { signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import { findUnreconciledLabels } from '#tests/stress/reconcile-fulfilment.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const [SHIRAZ, RIESLING] = WINES;
const secretOf = (market: Market): string => `webhook-secret-of-${market}`;
const PLACE = { name: 'Cellar door', address: '5 Barrel Lane, Richmond VIC 3121', state: 'VIC', hours: 'daily', bring: '', code: 'K7M4PA' };
const IN_SINGAPORE = { ...SG_ADDRESS, suburb: '', state: '' };
const GIFT_MESSAGE = 'Happy birthday, Lin. From all of us.';
/** Orders that are created at once. */
const AT_ONCE = 6;

type Kind =
  | 'one case'
  | 'two cases'
  | 'mixed cases'
  | 'loose bottles'
  | 'gift'
  | 'left'
  | 'chosen day'
  | 'held'
  | 'collected'
  | 'singapore'
  | 'club';
/** Sixty orders. */
const DAY: Readonly<Record<Kind, number>> = {
  'one case': 14,
  'two cases': 6,
  'mixed cases': 8,
  'loose bottles': 6,
  gift: 5,
  left: 4,
  'chosen day': 4,
  held: 3,
  collected: 3,
  singapore: 5,
  club: 2,
};
const SINGLE = {
  offerId: 'office-single',
  productId: 990_003,
  sku: 'OFFICE-SINGLE',
  brand: 'Amber Hill',
  name: 'Muscat',
  level: 500,
  packSize: 1,
};

let shop: OfficeShop;
let carrier: CarrierKit;
const orders: { readonly id: string; readonly kind: Kind; readonly number: number }[] = [];

/** Merges into the details of an order what its buyer chose. */
const choose = (id: string, details: object) =>
  shop.database.execute({ text: 'update orders set details = details || $2::jsonb where id = $1', values: [id, JSON.stringify(details)] });

async function createOrder(kind: Kind): Promise<string> {
  const buy = (cases: readonly number[], details = {}, host = 'localhost') => paidOrder(shop, cases, host, details);
  switch (kind) {
    case 'two cases':
      return buy([SHIRAZ.productId, SHIRAZ.productId]);
    case 'mixed cases':
      return buy([SHIRAZ.productId, RIESLING.productId, RIESLING.productId]);
    case 'loose bottles':
      return buy([SINGLE.productId, SINGLE.productId, SHIRAZ.productId]);
    case 'gift':
      return buy([RIESLING.productId], { giftMessage: GIFT_MESSAGE });
    case 'left':
      return buy([SHIRAZ.productId], { authorityToLeave: true });
    case 'singapore':
      return buy([SHIRAZ.productId], IN_SINGAPORE, 'sg.localhost');
    case 'club': {
      const { customer } = await createMember(shop);
      const row = await shop.database.queryOne<{ id: string }>({
        text: 'select id from orders where customer_id = $1 and number is not null',
        values: [customer.id],
      });
      return row?.id ?? '';
    }
    default: {
      const id = await buy([RIESLING.productId]);
      if (kind === 'collected') await choose(id, { collection: PLACE, address: '', suburb: '', postcode: '' });
      if (kind === 'chosen day') await choose(id, { deliveryDay: '2020-01-08', dispatchOn: '2020-01-06' });
      if (kind === 'held') await choose(id, { holdUntil: '2099-01-05', dispatchOn: '2099-01-05' });
      return id;
    }
  }
}

const of = (...kinds: readonly Kind[]) => orders.filter(({ kind }) => kinds.includes(kind));

test.beforeAll(async () => {
  test.setTimeout(300_000);
  carrier = await CARRIER_KITS.shippit();
  shop = await serveOffice({ env: carrier.variables });
  // The sample shop has a few orders of its own, and wines of which little is left.
  await shop.database.execute({ text: "insert into stock_defaults (market, threshold) values ('AU', 0), ('SG', 0)" });
  await shop.database.execute({ text: "update orders set status = 'Completed' where number is not null" });
  await shop.stock(
    SINGLE,
    { offerId: 'dozen', productId: 101, level: 500, packSize: 12, prices: { AU: { packPrice: 150 } } },
    { offerId: 'six', productId: 102, level: 500, packSize: 6 },
  );
  await createClubs(shop, testClub());
  const owner = await signInAs(shop, await shop.person('Owner'));
  for (const market of ['AU', 'SG'] as const) await saveCarrier(owner, market, {}, { ...carrier.secrets, webhookSecret: secretOf(market) });
  const kinds = Object.entries(DAY).flatMap(([kind, count]) => Array<Kind>(count).fill(kind as Kind));
  for (let from = 0; from < kinds.length; from += AT_ONCE) {
    const portion = kinds.slice(from, from + AT_ONCE);
    const ids = await Promise.all(portion.map(createOrder));
    for (const [index, id] of ids.entries()) {
      const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
      orders.push({ id, kind: portion[index] ?? 'one case', number: row?.number ?? 0 });
    }
  }
});
test.afterAll(async () => {
  await shop?.stop();
  await carrier?.server.close();
});

/** Saves a file and reads the text of its pages. */
async function saved(page: Page, save: () => Promise<void>): Promise<readonly string[]> {
  const download = page.waitForEvent('download');
  await save();
  const { pages } = await readPdf(await readFile(await (await download).path()));
  return pages.map(({ lines }) => lines.join(' '));
}

/** Opens what is to be sent today and selects all of it. */
async function selectDue(page: Page, count: number): Promise<void> {
  await page.goto('/orders?filter%5Btask%5D=to_send_today&sort=placed');
  await expect(page.getByText(`${count} orders`, { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
}
const bar = (page: Page) => page.getByRole('toolbar');
async function print(page: Page, what: string): Promise<readonly string[]> {
  return saved(page, async () => {
    await bar(page).getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  });
}
const close = (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).last().click();

/** Adds the open parcels of a market to its manifest. @returns the pages */
async function addToManifest(page: Page, country: string): Promise<readonly string[]> {
  await press(page, 'Manifest of the day');
  await dialog(page).getByRole('radio', { name: country }).click();
  const pages = await saved(page, () => press(dialog(page), /^Add \d+ parcels? to today’s manifest$/));
  await expect(dialog(page)).toContainText('No new parcels since the last manifest.');
  await close(page);
  return pages;
}

/** Reports what became of the parcels of orders, as the carrier does. */
async function report(of: readonly { readonly id: string }[], status: string): Promise<void> {
  const parcels = await shop.database.queryMany<{ reference: string; market: Market }>({
    text: `select l.carrier_reference as reference, o.market from parcel_labels l join orders o on o.id = l.order_id
      where l.order_id = any($1) and l.state = 'bought'`,
    values: [of.map(({ id }) => id)],
  });
  for (const { reference, market } of parcels) {
    const body = { tracking_number: reference, status_history: [{ status, time: new Date(Date.now() - 60_000).toISOString() }] };
    const response = await fetch(new URL('/webhooks/shippit', shop.urlOf('localhost')), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secretOf(market)}` },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toEqual({ recorded: 1 });
  }
}

test('sixty orders of every kind are packed, sent, collected, followed and settled, until nothing waits', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/today', { as: 'Manager' });
  await screen(page)
    .getByRole('link', { name: /^To send: 60 orders/ })
    .click();
  await expect(page.getByText('60 orders', { exact: true })).toBeVisible();

  // Nine o'clock: what is due, on paper.
  const due = orders.length - DAY.held;
  await selectDue(page, due);
  const list = await print(page, 'Pick list');
  expect(list.join(' ')).toContain(`${due} orders`);
  const slips = await print(page, 'Packing slips');
  expect(slips.length).toBeGreaterThanOrEqual(due);
  expect(slips.filter((slip) => slip.includes(GIFT_MESSAGE))).toHaveLength(DAY.gift);
  expect(slips.join(' ')).not.toContain('$');

  // One order is packed with the scanner, and a case of it is missing.
  const [partial] = of('mixed cases');
  await page.goto(`/orders/${partial?.id}`);
  await press(page, 'Pack');
  for (const code of [SHIRAZ.sku, RIESLING.sku]) {
    await dialog(page)
      .getByLabel(/^Scan or type/)
      .fill(code);
    await page.keyboard.press('Enter');
  }
  await dialog(page).getByLabel('Carrier').fill('Own van');
  await press(dialog(page), 'Send 2 of 3 cases');
  await toast(page, '2 cases sent.');

  // Labels for all of them but those that are collected.
  await selectDue(page, due);
  await press(bar(page), 'Buy labels');
  await press(dialog(page), 'Next');
  const delivered = due - DAY.collected;
  await expect(dialog(page)).toContainText(`${delivered} orders will change.`);
  await expect(dialog(page)).toContainText('It has no delivery address.');
  await press(dialog(page), `Buy labels for ${delivered} orders`);
  await expect(dialog(page)).toContainText(/\d+ labels bought\./, { timeout: 60_000 });
  const labels = await saved(page, () => press(dialog(page), 'Print labels'));
  expect(labels.every((label) => label.startsWith('Shippit'))).toBe(true);
  await close(page);

  // All leave at once.
  await selectDue(page, due);
  await press(bar(page), 'Send');
  await press(dialog(page), 'Next');
  await expect(dialog(page)).toContainText(`${delivered} orders will change.`);
  await audit();
  await press(dialog(page), `Send ${delivered} orders`);
  await expect(dialog(page)).toContainText(`${delivered} orders changed`);
  await close(page);
  expect((await addToManifest(page, 'Australia')).join(' ')).toContain(`${partial?.number}-1`);
  expect((await addToManifest(page, 'Singapore')).join(' ')).toContain(`${of('singapore')[0]?.number}-1`);

  // What the carrier reports, and a parcel that the driver brought back.
  const [refused, returned, ...arrived] = of(
    'one case',
    'two cases',
    'mixed cases',
    'loose bottles',
    'gift',
    'left',
    'chosen day',
    'singapore',
    'club',
  );
  await report(arrived, 'completed');
  await report(returned ? [returned] : [], 'returned_to_sender');
  await page.goto(`/orders/${refused?.id}`);
  await press(page, 'Record delivery: Shippit');
  await dialog(page).getByLabel('Outcome').selectOption('Refused at the door');
  await dialog(page).getByLabel('Reason').selectOption('No proof of age');
  await press(dialog(page), 'Save');
  await toast(page, 'Recorded.');

  // The buyers at the counter.
  for (const { id } of of('collected')) {
    await page.goto(`/orders/${id}`);
    await press(page, 'Ready to collect');
    await press(dialog(page), 'Ready to collect');
    await toast(page, 'The buyer knows that it’s ready.');
    await press(page, 'Hand over');
    await dialog(page).getByLabel('Collection code').fill('k7m-4pa');
    await dialog(page).getByText('I’ve seen proof that they’re 18 or over').click();
    await press(dialog(page), 'Hand over');
    await toast(page, 'Handed over.');
  }

  // A buyer claims a broken bottle.
  const [claimed] = of('loose bottles');
  const lines = [{ position: 0, problem: 'broken', bottles: 1 }] as const;
  yes(await shop.call(claimContract, 'localhost').sendClaim({ order: claimed?.id ?? '', lines: [...lines], text: 'Glass everywhere' }));
  await page.goto('/today');
  await page.getByRole('link', { name: /1 claim that waits/ }).click();
  await page
    .getByRole('row', { name: new RegExp(`#${claimed?.number}`) })
    .getByRole('link')
    .click();
  await press(page, 'Decide');
  await dialog(page).getByLabel('Decision').selectOption('Refund');
  await dialog(page).getByLabel('Amount').fill('10');
  await dialog(page).getByLabel('Answer to the buyer').fill('Sorry. It’s on its way back to your card.');
  await press(dialog(page), /^Refund/);
  await expect(screen(page)).toContainText('Refunded');

  // What didn't arrive is back in the cellar, and its buyers get their money back.
  await page.goto('/today');
  await page.getByRole('link', { name: /^Refused or returned: 2 orders/ }).click();
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  for (const order of [refused, returned]) {
    await page.goto(`/orders/${order?.id}`);
    if (order === refused) {
      await press(page, 'Record delivery: Shippit');
      await dialog(page).getByLabel('Outcome').selectOption('Back in the cellar');
      await press(dialog(page), 'Save');
      await toast(page, 'Recorded.');
    }
    await press(page, 'Refund');
    await dialog(page).getByText('Everything that is left').click();
    await dialog(page).getByText('Cases that were sent are back and go on sale again').click();
    await expect(dialog(page)).toContainText('1 case goes back on sale.');
    await press(dialog(page), /^Refund \$/);
    await toast(page, /refunded\.$/);
  }

  // The day of those that were held.
  for (const { id } of of('held')) await choose(id, { holdUntil: '2020-01-06', dispatchOn: '2020-01-06' });
  await selectDue(page, DAY.held);
  await press(bar(page), 'Buy labels');
  await press(dialog(page), 'Next');
  await press(dialog(page), `Buy labels for ${DAY.held} orders`);
  await expect(dialog(page)).toContainText(`${DAY.held} labels bought.`);
  await close(page);
  await selectDue(page, DAY.held);
  await press(bar(page), 'Send');
  await press(dialog(page), 'Next');
  await press(dialog(page), `Send ${DAY.held} orders`);
  await expect(dialog(page)).toContainText(`${DAY.held} orders changed`);
  await close(page);
  await addToManifest(page, 'Australia');

  const evening = await openOffice(shop, '/today', { as: 'Orders' });
  await expect(screen(evening.page).getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await evening.audit();
  await expect.poll(() => carrier.parcels().filter(({ manifests }) => manifests === 0).length).toBe(0);
  expect(findDoubleParcels(carrier.parcels())).toEqual([]);
  expect(await findUnreconciledLabels(shop.database, [carrier])).toEqual([]);
  expect((await auditLedgers(shop.database)).differences).toEqual([]);
  const outcomes = await shop.database.queryMany<{ outcome: string; count: number }>({
    text: 'select outcome, count(*)::integer as count from delivery_outcomes where undone_at is null group by outcome order by outcome',
  });
  expect(outcomes).toEqual([
    { outcome: 'delivered', count: arrived.length + DAY.collected },
    { outcome: 'refused', count: 1 },
    { outcome: 'returned', count: 2 },
  ]);
});
