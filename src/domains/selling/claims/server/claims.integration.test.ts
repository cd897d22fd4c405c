/** What buyers report about an order, and what staff decide [ORD-22]. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { errorOf } from '#tests/fixtures/cart-shop.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { claimContract } from '../contract.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_ORDER } from '../model/claim.ts';
import { claimOfficeContract } from '../office-contract.ts';
import { claimData, purgeUnsentPhotos } from './claim.repository.ts';

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
let ada: TestCustomer;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  const staffed = async (name: string, roles: string[]) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles }));
  [kim, lee] = [await staffed('Kim', ['Owner']), await staffed('Lee', ['Owner'])];
  ada = await createTestCustomer(shop);
});
afterAll(() => shop?.stop());
beforeEach(() => shop.database.execute({ text: 'delete from rate_limit_counters' }));

const calls = (host = 'localhost') => shop.call(claimContract, host);
const office = (browser = kim) => browser.call(claimOfficeContract);
const BROKEN = [{ position: 0, problem: 'broken', bottles: 1 }] as const;

/** Creates a paid order of $69.90. */
const guestOrder = (email = `${randomUUID()}@example.com`) => paidOrder(shop, [1], 'localhost', { email });
async function customerOrder(): Promise<string> {
  const id = await guestOrder();
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, ada.id] });
  return id;
}
const report = async (order: string, options = {}) =>
  yes(await calls().sendClaim({ order, lines: [...BROKEN], text: 'Glass everywhere' }, options)).data;
async function claimOn(order: string, options = {}) {
  await report(order, options);
  return readNewest(order);
}
async function readNewest(order: string) {
  const row = await shop.database.queryOne<{ id: string }>({
    text: 'select id from claims where order_id = $1 order by created_at desc limit 1',
    values: [order],
  });
  return yes(await office().claim({ id: row?.id ?? '' }));
}
const stockLeft = async (): Promise<number> =>
  (await shop.database.queryOne<{ level: number }>({ text: "select level from stock_levels where product_id = 1 and market = 'AU'" }))
    ?.level ?? 0;

const photo = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#7b1f33' } });
const upload = (order: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}, host = 'localhost') =>
  send(
    shop.running.port,
    host,
    'POST',
    `/api/claims/photos?order=${order}`,
    { 'content-type': 'application/octet-stream', ...headers },
    bytes,
  );
const idIn = ({ text }: { readonly text: string }): string => JSON.parse(text).data.id;

describe('a buyer', () => {
  test('reports a broken bottle, gets an email, and sees state and answer', async () => {
    const email = `${randomUUID()}@example.com`;
    const order = await guestOrder(email);

    const sent = await report(order);

    expect(sent).toMatchObject({
      refusal: expect.stringContaining('looking at'),
      claims: [
        { state: 'open', text: 'Glass everywhere', lines: [{ problem: 'broken', bottles: 1, name: expect.stringContaining('Wine one') }] },
      ],
    });
    expect((await mailTo(shop, email, 'We have what you sent')).text).toContain('Broken, 1 bottle.');
    const { id, version } = await readNewest(order);
    yes(await office().decideClaim({ id, version, outcome: 'decline', answer: 'The photo shows another bottle.' }));
    expect(yes(await calls().claims({ order })).data).toMatchObject({
      refusal: null,
      claims: [{ state: 'declined', answer: 'The photo shows another bottle.' }],
    });
    expect((await mailTo(shop, email, 'About what you sent')).text).toContain('The photo shows another bottle.');
  });

  test('who presses twice has sent it once', async () => {
    const order = await guestOrder();
    const input = { order, lines: [...BROKEN] };
    const options = { idempotencyKey: randomUUID() };

    const answers = await Promise.all([calls().sendClaim(input, options), calls().sendClaim(input, options), calls().sendClaim(input)]);

    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('claim_open');
    expect(yes(await calls().claims({ order })).data.claims).toHaveLength(1);
  });

  test('cannot claim what was refunded in full', async () => {
    const order = await guestOrder();
    await refundOrder(orderDepsOf(shop), order, refundOf({ all: true }));

    expect(yes(await calls().claims({ order })).data.refusal).toContain('can be claimed any more');
    expect(errorOf(await calls().sendClaim({ order, lines: [...BROKEN] }))).toMatchObject({ status: 409, code: 'claim_closed' });
  });

  test.each([[{ position: 0, problem: 'broken', bottles: 7 }], [{ position: 1, problem: 'broken', bottles: 1 }]] as const)(
    'cannot report %o, which the order does not have',
    async (line) => {
      const order = await guestOrder();
      expect(errorOf(await calls().sendClaim({ order, lines: [line] }))).toMatchObject({ status: 422, code: 'claim_line_unknown' });
    },
  );

  test('sees nothing of another customer’s order, and of their own only signed in', async () => {
    const order = await customerOrder();
    const bearer = await tokenFor(shop, ada);
    const stranger = await tokenFor(shop, await createTestCustomer(shop));

    for (const options of [{}, { bearer: stranger }])
      for (const answer of [await calls().claims({ order }, options), await calls().sendClaim({ order, lines: [...BROKEN] }, options)])
        expect(errorOf(answer)).toMatchObject({ status: 404, code: 'order_not_found' });
    expect((await upload(order, await photo().jpeg().toBuffer(), { authorization: `Bearer ${stranger}` })).status).toBe(404);
    expect(errorOf(await calls('sg.localhost').claims({ order }, { bearer }))).toMatchObject({ code: 'order_not_found' });
    expect(yes(await calls().claims({ order }, { bearer })).data.claims).toEqual([]);
  });

  test('claims by a link until it expires; the recipient of a gift has neither id nor link', async () => {
    const order = await customerOrder();
    const token = await createOrderLink(shop.database, order);

    expect((await report(token)).claims).toHaveLength(1);
    await shop.database.execute({ text: 'update order_links set expires_at = now() where order_id = $1', values: [order] });
    for (const key of [token, 'A'.repeat(43), 'gift-1000001'])
      expect(errorOf(await calls().claims({ order: key }))).toMatchObject({ status: 404, code: 'order_not_found' });
    expect((await upload(token, await photo().jpeg().toBuffer())).status).toBe(404);
  });
});

describe('photos', () => {
  test('are converted without the place that the phone wrote into them, and shown to staff of the market only', async () => {
    const order = await guestOrder();
    const file = await photo(3_000, 2_000)
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '37/1 48/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).exif).toBeDefined();

    const id = idIn(await upload(order, file));
    await calls().sendClaim({ order, lines: [...BROKEN], photos: [id] });

    const claim = await readNewest(order);
    expect(claim.photos).toEqual([id]);
    const { content } = yes(await office().claimPhoto({ id: claim.id, photo: id }));
    const stored = await sharp(Buffer.from(content, 'base64')).metadata();
    expect(stored).toMatchObject({ format: 'jpeg', width: 1_600 });
    expect(stored.exif).toBeUndefined();
    expect(errorOf(await office().claimPhoto({ id: randomUUID(), photo: id }))).toMatchObject({ code: 'not_found' });
    expect((await send(shop.running.port, 'localhost', 'GET', `/api/claims/photos?order=${order}`)).status).toBe(404);
  });

  test.each([
    ['a text', () => Buffer.from('#!/bin/sh\nrm -rf /'), 422, 'isn’t a picture'],
    ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 422, 'SVG'],
    ['nothing', () => Buffer.alloc(0), 422, 'empty'],
    ['a broken picture', async () => (await photo().png().toBuffer()).subarray(0, 400), 422, 'broken'],
    ['millions of pixels', () => photo(9_000, 7_000).png({ compressionLevel: 9 }).toBuffer(), 422, 'million pixels'],
    ['a huge file', () => Buffer.alloc(MAX_PHOTO_BYTES + 1), 413, 'larger than 12 MB'],
  ])('refuses %s and says why', async (_name, make, status, words) => {
    const order = await guestOrder();
    const answer = await upload(order, await make());
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).title).toContain(words);
    expect(await shop.database.queryMany({ text: 'select id from claim_photos where order_id = $1', values: [order] })).toEqual([]);
  });

  test('of another order, or already sent, are not taken, and nothing is stored of the claim', async () => {
    const [order, other] = [await guestOrder(), await guestOrder()];
    const id = idIn(await upload(other, await photo().jpeg().toBuffer()));

    expect(errorOf(await calls().sendClaim({ order, lines: [...BROKEN], photos: [id] }))).toMatchObject({ code: 'photo_unknown' });
    expect(yes(await calls().claims({ order })).data.claims).toEqual([]);
    yes(await calls().sendClaim({ order: other, lines: [...BROKEN], photos: [id] }));
  });

  test('are in the data that a customer downloads, and go with the words of the claim when the customer is erased', async () => {
    const [customer, order, other] = [await createTestCustomer(shop), await guestOrder(), await guestOrder()];
    for (const each of [order, other]) {
      const photos = [idIn(await upload(each, await photo().jpeg().toBuffer()))];
      yes(await calls().sendClaim({ order: each, lines: [...BROKEN], text: 'The parcel of Ada', photos }));
    }
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [order, customer.id] });
    expect(await claimData.read(shop.database, customer)).toMatchObject([{ text: 'The parcel of Ada', photos: [expect.any(String)] }]);

    await shop.database.transaction((transaction) => claimData.erase(transaction, customer));

    expect(await readNewest(order)).toMatchObject({ text: '', photos: [] });
    expect(await readNewest(other)).toMatchObject({ text: 'The parcel of Ada', photos: [expect.any(String)] });
  });

  test('have a limit per order, and go after a day if the claim was never sent', async () => {
    const order = await guestOrder();
    await shop.database.execute({
      text: `insert into claim_photos (order_id, bytes, created_at) select $1, '\\x00', now() - interval '25 hours' from generate_series(1, $2)`,
      values: [order, MAX_PHOTOS_PER_ORDER],
    });

    const answer = await upload(order, await photo().jpeg().toBuffer());

    expect([answer.status, JSON.parse(answer.text).code]).toEqual([409, 'too_many_photos']);
    expect(await purgeUnsentPhotos(shop.database)).toBe(MAX_PHOTOS_PER_ORDER);
    expect((await upload(order, await photo().jpeg().toBuffer())).status).toBe(200);
  });
});

describe('staff', () => {
  test('refund a claim: the buyer is emailed once it is done, and the stock stays as it is', async () => {
    const email = `${randomUUID()}@example.com`;
    const order = await guestOrder(email);
    const { id, version } = await claimOn(order);
    const before = await stockLeft();

    const decided = yes(await office().decideClaim({ id, version, outcome: 'refund', amountCents: 1_150, answer: 'One bottle.' }));

    expect(decided).toMatchObject({ state: 'refunded', amount: 11.5, left: 58.4, decidedBy: 'Kim', answer: 'One bottle.' });
    expect((await mailTo(shop, email, 'Your refund of $11.50')).text).toContain('Reason: One bottle.');
    expect(await stockLeft()).toBe(before);
  });

  test('cannot give back more than is left, by refund or credit, in one claim or several', async () => {
    const order = await customerOrder();
    const bearer = await tokenFor(shop, ada);
    const first = await claimOn(order, { bearer });
    expect(errorOf(await office().decideClaim({ ...first, outcome: 'refund', amountCents: 6_991 }))).toMatchObject({
      status: 409,
      code: 'action_refused',
      title: 'That is $69.91, and $69.90 of what was paid is left.',
    });
    yes(await office().decideClaim({ ...first, outcome: 'credit', amountCents: 6_000, answer: 'Sorry' }));

    const second = await claimOn(order, { bearer });
    expect(second.left).toBe(9.9);
    for (const outcome of ['refund', 'credit'] as const)
      expect(errorOf(await office().decideClaim({ ...second, outcome, amountCents: 991 }))).toMatchObject({ code: 'action_refused' });
    yes(await office().decideClaim({ ...second, outcome: 'refund', amountCents: 990 }));
    expect(errorOf(await calls().sendClaim({ order, lines: [...BROKEN] }, { bearer }))).toMatchObject({ code: 'claim_closed' });
  });

  test('cannot refund a claim after everything was refunded by hand', async () => {
    const order = await guestOrder();
    const { id, version } = await claimOn(order);
    await refundOrder(orderDepsOf(shop), order, refundOf({ all: true }));

    expect(errorOf(await office().decideClaim({ id, version, outcome: 'refund', amountCents: 100 }))).toMatchObject({
      code: 'action_refused',
    });
    yes(await office().decideClaim({ id, version, outcome: 'decline', answer: 'Refunded already.' }));
  });

  test('give credit once, to accounts only', async () => {
    const [own, guest] = [await customerOrder(), await guestOrder()];
    const claim = await claimOn(own, { bearer: await tokenFor(shop, ada) });
    const noAccount = await claimOn(guest);

    yes(await office().decideClaim({ ...claim, outcome: 'credit', amountCents: 500, answer: 'Sorry' }));
    expect(errorOf(await office().decideClaim({ ...noAccount, outcome: 'credit', amountCents: 500 }))).toMatchObject({
      title: 'The buyer has no account, so there is no store credit. Refund instead.',
    });
    const entries = await shop.database.queryMany<{ cents: number }>({
      text: 'select cents from ledger_entries where source = $1',
      values: [`claim:${claim.id}`],
    });
    expect(entries).toEqual([{ cents: 500 }]);
  });

  test('who decide at once decide it once; the second is told who was first', async () => {
    const order = await guestOrder();
    const { id, version } = await claimOn(order);
    const decide = (browser: OfficeBrowser) => office(browser).decideClaim({ id, version, outcome: 'refund', amountCents: 2_000 });

    const answers = await Promise.all([decide(kim), decide(lee)]);

    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 'changed_meanwhile', title: expect.stringMatching(/Kim|Lee/) });
    expect(await readNewest(order)).toMatchObject({ state: 'refunded', left: 49.9 });
  });

  test('decide again if the gateway refused the refund', async () => {
    const order = await guestOrder();
    const { id, version } = await claimOn(order);
    yes(await office().decideClaim({ id, version, outcome: 'refund', amountCents: 2_000 }));
    await shop.database.execute({ text: "update order_refunds set state = 'refused' where order_id = $1", values: [order] });

    const open = await readNewest(order);
    expect(open).toMatchObject({ state: 'open', left: 69.9 });
    expect(yes(await calls().claims({ order })).data.claims).toMatchObject([{ state: 'open', amount: null, answer: '' }]);
    expect(yes(await office().claims({ q: `#${open.number}` })).rows).toMatchObject([{ state: 'open', amount: null, decidedBy: '' }]);
    expect(yes(await office().decideClaim({ ...open, outcome: 'refund', amountCents: 1_000 }))).toMatchObject({
      state: 'refunded',
      amount: 10,
    });
  });

  test('stay within the limits of their role, and say why they decline', async () => {
    const order = await guestOrder();
    const { id, version } = await claimOn(order);
    const packer = await signInAs(
      shop,
      await createTestStaff(shop.database, { email: `${randomUUID()}@shop.example`, roles: ['Read-only'] }),
    );

    expect(errorOf(await office(packer).decideClaim({ id, version, outcome: 'decline', answer: 'No' }))).toMatchObject({ status: 403 });
    expect(errorOf(await office().decideClaim({ id, version, outcome: 'decline' }))).toMatchObject({ status: 422, code: 'answer_missing' });
    expect(errorOf(await office().decideClaim({ id, version, outcome: 'refund' }))).toMatchObject({ status: 422, code: 'amount_missing' });
    expect((await readNewest(order)).state).toBe('open');
  });

  test('export the claims that match or that they chose, with a line in the log', async () => {
    const [first, second] = [await claimOn(await guestOrder('export@example.com')), await claimOn(await guestOrder('export@example.com'))];

    const all = yes(await office().exportClaims({ q: 'export@example.com' }));
    const one = yes(await office().exportClaims({ ids: [first.id] }));

    expect([all.rows, one.rows, all.nextCursor]).toEqual([2, 1, null]);
    expect(all.csv).toMatch(/^claim,order,market,received,buyer,reported/);
    expect(one.csv).toContain(first.id);
    expect(one.csv).not.toContain(second.id);
    const reader = await signInAs(
      shop,
      await createTestStaff(shop.database, { email: `${randomUUID()}@shop.example`, roles: ['Read-only'] }),
    );
    expect(errorOf(await office(reader).exportClaims({}))).toMatchObject({ status: 403 });
    const logged = await shop.database.queryMany<{ after: unknown }>({
      text: "select after from activity_log where action = 'claim.exported'",
    });
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('export@example.com');
  });

  test('find claims by order, buyer, state and problem', async () => {
    const order = await guestOrder('marie.curie@example.com');
    const { id, number } = await claimOn(order);
    const listed = async (input: Parameters<ReturnType<typeof office>['claims']>[0]) =>
      yes(await office().claims(input)).rows.map((row) => row.id);

    expect(await listed({ q: `#${number}` })).toEqual([id]);
    expect(await listed({ q: 'curie' })).toEqual([id]);
    expect(await listed({ 'filter[state]': 'open', 'filter[problem]': 'broken' })).toContain(id);
    expect(await listed({ 'filter[state]': 'declined' })).not.toContain(id);
    expect(await listed({ 'filter[problem]': 'late' })).toEqual([]);
    expect(await listed({ 'filter[market]': 'SG' })).toEqual([]);
    const cursor = Buffer.from(JSON.stringify({ key: 'not a time', id })).toString('base64url');
    expect(errorOf(await office().claims({ cursor }))).toMatchObject({ code: 'cursor_invalid' });
    expect(errorOf(await office().exportClaims({ cursor }))).toMatchObject({ code: 'cursor_invalid' });
  });
});
