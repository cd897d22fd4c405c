/** Documents about orders, read back from the files that staff get. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { type ReadPdf, readPdf } from '#tests/fixtures/read-pdf.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import type { OrderDocumentKind } from '../model/order-document-kind.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

/** A4 in points, and what printers leave white. */
const A4 = { width: 595.28, height: 841.89 };
const MIN_MARGIN = 28;

const SINGAPORE = { phone: '8123 4567', suburb: '', state: '', postcode: '288913', address: '1 Bukit Timah Road' } as const;

let shop: TestShop;
let packer: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 }, { offerId: 'two', productId: 2, level: 5_000 });
  packer = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
});
afterAll(() => shop?.stop());

const request = (kind: OrderDocumentKind, ids: readonly string[]) =>
  packer.call(orderOfficeContract).orderDocument({ kind, ids: ids.join(',') });

interface Printed extends ReadPdf {
  readonly fileName: string;
  readonly omitted: readonly number[];
  readonly text: string;
}

/** Makes a document and checks that each page is A4 with white borders. */
async function print(kind: OrderDocumentKind, ...ids: string[]): Promise<Printed> {
  const { fileName, content, omitted } = yes(await request(kind, ids));
  const pdf = await readPdf(Buffer.from(content, 'base64'));
  for (const { width, height, margin, inked } of pdf.pages) {
    expect([width, height]).toEqual([expect.closeTo(A4.width, 1), expect.closeTo(A4.height, 1)]);
    expect(margin).toBeGreaterThan(MIN_MARGIN);
    expect(inked).toBeGreaterThan(0.005);
  }
  return { ...pdf, fileName, omitted, text: pdf.pages.map(({ lines }) => lines.join('\n')).join('\n') };
}

const numberOf = async (id: string): Promise<number> => yes(await packer.call(orderOfficeContract).order({ id })).order.number;

test('an invoice names seller, buyer, items and the tax', async () => {
  const id = await paidOrder(shop, [1, 1, 2], 'localhost', { firstName: '小龍', lastName: '李 Łukasz' });
  const number = await numberOf(id);
  const { order } = yes(await packer.call(orderOfficeContract).order({ id }));

  const invoice = await print('invoice', id);

  expect(invoice).toMatchObject({ fileName: `tax-invoice-${number}.pdf`, title: `Tax invoice #${number}`, language: 'en-AU', omitted: [] });
  expect(invoice.pages).toHaveLength(1);
  for (const part of [
    'Tax invoice',
    `Order #${number}`,
    'ABN',
    '小龍 李 Łukasz',
    order.email,
    'Includes 10% GST',
    `$${order.total.toFixed(2)}`,
    `$${order.taxTotal.toFixed(2)}`,
    `Total without GST $${(order.total - order.taxTotal).toFixed(2)}`,
  ])
    expect(invoice.text).toContain(part);
});

test('an invoice of Singapore is in its currency and names the address as it is written there', async () => {
  const id = await paidOrder(shop, [1], 'sg.localhost', SINGAPORE);

  const invoice = await print('invoice', id);

  expect(invoice.language).toBe('en-SG');
  expect(invoice.text).toContain('Amounts in SGD');
  expect(invoice.text).toMatch(/Singapore \d{6}/);
});

test('a packing slip has what is left to send, the words for the driver and the gift message, and no price', async () => {
  const id = await paidOrder(shop, [1, 1, 2], 'localhost', { giftMessage: 'Happy birthday, 生日快乐', instructions: 'Behind the gate' });
  await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));

  const slip = await print('packing-slip', id);

  expect(slip.text).toContain('Happy birthday, 生日快乐');
  expect(slip.text).toContain('Behind the gate');
  expect(slip.text).toContain('aged 18 or over');
  expect(slip.text).toMatch(/Already sent or cancelled: 1 × /);
  expect(slip.text).not.toContain('$');
});

test('a pick list adds up what several orders need, and leaves out what was sent', async () => {
  const [first, second, sent] = [await paidOrder(shop, [1, 1, 2]), await paidOrder(shop, [1]), await paidOrder(shop, [2])];
  await shipOrder(orderDepsOf(shop), sent, shipmentOf());
  const [one, two, three] = [await numberOf(first), await numberOf(second), await numberOf(sent)];

  const list = await print('pick-list', first, second, sent);

  expect(list.text).toContain(`#${one}: 2, #${two}: 1`);
  expect(list.text).toContain('4 items for 2 orders');
  expect(list.text).not.toContain(`#${three}`);
});

test('a pick list goes from bin to bin, and has wines without one at the end', async () => {
  await shop.stock(
    { offerId: 'three', productId: 3, name: 'Aligoté', level: 5_000 },
    { offerId: 'four', productId: 4, name: 'Zinfandel', level: 5_000 },
  );
  await shop.database.execute({
    text: "update stock_levels set bin = case product_id when 4 then 'A-2' else 'A-10' end where product_id in (3, 4) and market = 'AU'",
  });

  const list = await print('pick-list', await paidOrder(shop, [1, 3, 4]));

  const places = ['A-2', 'Zinfandel', 'A-10', 'Aligoté', '1 wine has no bin:'].map((part) => list.text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('several packing slips are one file with a page for each order, and name what has none', async () => {
  const [first, sent, second] = [await paidOrder(shop, [1]), await paidOrder(shop, [2]), await paidOrder(shop, [2])];
  await shipOrder(orderDepsOf(shop), sent, shipmentOf());

  const slips = await print('packing-slip', first, sent, second);

  expect(slips.pages.map(({ lines }) => lines.find((line) => line.startsWith('Order #')))).toEqual([
    `Order #${await numberOf(first)}`,
    `Order #${await numberOf(second)}`,
  ]);
  expect(slips.omitted).toEqual([await numberOf(sent)]);
});

test('a refund has an adjustment note with the tax in it', async () => {
  const id = await paidOrder(shop, [1, 2]);
  expect(await request('credit-note', [id])).toMatchObject({ ok: false, status: 409, code: 'nothing_to_print' });
  const refund = await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }], amountCents: 0 }));
  const cents = refund.amountCents;

  const note = await print('credit-note', id);

  expect(note.fileName).toMatch(/^adjustment-note-\d+\.pdf$/);
  expect(note.text).toContain('a broken bottle');
  expect(note.text).toContain(`Refund $${(cents / 100).toFixed(2)}`);
  expect(note.text).toContain(`Includes 10% GST $${(Math.round(cents / 11) / 100).toFixed(2)}`);
});

test('invoice and note of an imported order have the rate that its amounts have', async () => {
  const id = await paidOrder(shop, [1, 2]);
  await shop.database.execute({
    text: `update orders set totals = totals || jsonb_build_object('taxCents', round(total_cents * 15 / 115.0)) where id = $1`,
    values: [id],
  });
  await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }], amountCents: 0 }));

  expect((await print('invoice', id)).text).toContain('Includes 15% GST');
  expect((await print('credit-note', id)).text).toContain('Includes 15% GST');
});

test('an invoice keeps the seller of its day', async () => {
  const id = await paidOrder(shop, [1]);
  const before = await print('invoice', id);
  const owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'] }));
  const settings = owner.call(settingOfficeContract);
  const { value, revision } = yes(await settings.setting({ group: 'seller', scope: 'AU' }));
  yes(await settings.saveSetting({ group: 'seller', scope: 'AU', value: { ...value, name: 'New Owners Pty Ltd' }, basedOn: revision }));

  expect((await print('invoice', id)).text).toBe(before.text);
  expect((await print('invoice', await paidOrder(shop, [1]))).text).toContain('New Owners Pty Ltd');
});

test('too many orders at once are refused', async () => {
  const id = await paidOrder(shop, [1]);
  expect(
    await request(
      'invoice',
      Array.from({ length: 101 }, () => id),
    ),
  ).toMatchObject({ ok: false, status: 400 });
});
