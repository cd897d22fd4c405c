/** Claims to suppliers: one email and file per producer, each wine once unless it is wanted again. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '#tests/fixtures/cart-shop.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { claimOfficeContract } from '../office-contract.ts';
import { supplierClaimOfficeContract } from '../supplier-contract.ts';
import { supplierEmail } from './supplier-mail.ts';

let shop: TestShop;
let kim: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const calls = (browser = kim) => browser.call(supplierClaimOfficeContract);
const claims = () => kim.call(claimOfficeContract);

/** Creates a claim about two wines of two new producers. @returns its id and the producers */
async function claim(state = 'open', [fox, crane] = [`Fox ${randomUUID()}`, `Crane ${randomUUID()}`]) {
  const order = await paidOrder(shop, [1, 2], 'localhost', { email: 'buyer@example.com' });
  await shop.database.execute({
    text: `update order_lines set summary = summary || jsonb_build_object('brand', case position when 0 then $2::text else $3::text end) where order_id = $1`,
    values: [order, fox, crane],
  });
  const row = await shop.database.queryOne<{ id: string }>({
    text: `with claim as (insert into claims (order_id, market, state, text) values ($1, 'AU', $2, 'My words') returning id),
        lines as (insert into claim_lines (claim_id, position, problem, bottles) select id, p, 'faulty', 2 from claim, generate_series(0, 1) p)
      select id from claim`,
    values: [order, state],
  });
  return { id: row?.id ?? '', order, fox, crane };
}
const sendTo = (ids: string[], producer: string, input = {}, browser = kim) =>
  calls(browser).sendSupplierClaim({ ids, market: 'AU', producer, email: 'sales@fox.example', contactVersion: 0, ...input });
const listed = async (supplier: 'due' | 'sent', producer: string) =>
  yes(await claims().claims({ 'filter[supplier]': supplier, 'filter[producer]': producer })).rows.map(({ id }) => id);

describe('a claim to a supplier', () => {
  test('is emailed with a file that names no buyer, marks the wines, and keeps the address', async () => {
    const { id, fox, crane } = await claim();
    const email = `${randomUUID()}@fox.example`;
    expect(yes(await calls().supplierGroups({ ids: [id] })).groups).toEqual(
      [crane, fox].map((producer) => ({
        ...{ market: 'AU', producer, claims: 1, lines: 1, bottles: 2, sentLines: 0, sentBottles: 0, email: '', version: 0 },
      })),
    );

    const sent = yes(await sendTo([id], fox, { email }));

    expect(sent.wines).toBe(1);
    expect((await mailTo(shop, email, 'Claim about wines of')).text).toContain(fox);
    const { csv, name } = yes(await calls().supplierClaimFile({ id: sent.id }));
    expect(name).toMatch(/^claim-fox-.*\.csv$/);
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain('Corked or faulty');
    for (const secret of ['buyer@example.com', 'Grace', 'My words']) expect(csv).not.toContain(secret);
    const mail = await supplierEmail(shop.database, () => 'Shop', sent.id);
    expect(mail?.attachments).toEqual([{ filename: name, content: csv, contentType: 'text/csv; charset=utf-8' }]);
    expect(yes(await claims().claim({ id }))).toMatchObject({ supplierClaims: [{ id: sent.id, producer: fox, email, by: 'Kim' }] });
    const [, after] = yes(await calls().supplierGroups({ ids: [id] })).groups;
    expect(after).toMatchObject({ producer: fox, lines: 0, sentLines: 1, email, version: 1 });
  });

  test('is found by what is not claimed yet, by producer, without what staff declined', async () => {
    const { id, fox, crane } = await claim();
    const declined = await claim('declined', [fox, crane]);
    expect(await listed('due', fox)).toEqual([id]);
    expect(yes(await sendTo([id, declined.id], fox)).wines).toBe(1);
    expect(await listed('due', fox)).toEqual([id]);
    yes(await sendTo([id], crane));
    expect([await listed('due', fox), await listed('sent', fox)]).toEqual([[], [id]]);
    expect(errorOf(await sendTo([declined.id], fox))).toMatchObject({ status: 409, code: 'action_refused' });
  });

  test('is sent once, also by two people at once, and again only if asked for', async () => {
    const { id, fox } = await claim();

    const answers = await Promise.all([sendTo([id], fox), sendTo([id], fox)]);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(errorOf(await sendTo([id], fox))).toMatchObject({ code: 'action_refused' });
    expect(yes(await sendTo([id], fox, { again: true, contactVersion: 1 })).wines).toBe(1);
    const rows = await shop.database.queryMany({ text: 'select id from supplier_claims where producer = $1', values: [fox] });
    expect(rows).toHaveLength(2);
  });

  test('leaves no trace if the shop stops before it is done', async () => {
    const { id, fox } = await claim();
    await shop.database.execute({
      text: "create or replace function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$",
    });
    await shop.database.execute({
      text: 'create trigger stop_here before insert on activity_log for each row execute function stop_here()',
    });
    const answer = await sendTo([id], fox).catch(() => null);
    await shop.database.execute({ text: 'drop trigger stop_here on activity_log' });
    expect(answer?.ok ?? false).toBe(false);
    expect(await listed('due', fox)).toEqual([id]);
    expect(yes(await sendTo([id], fox)).wines).toBe(1);
  });

  test('tells who comes second that the address was changed', async () => {
    const [first, second] = [await claim(), await claim()];
    yes(await sendTo([first.id], first.fox));
    await shop.database.execute({
      text: "update order_lines set summary = summary || jsonb_build_object('brand', $2::text) where order_id = $1 and position = 0",
      values: [second.order, first.fox],
    });
    expect(errorOf(await sendTo([second.id], first.fox, { email: 'other@fox.example' }))).toMatchObject({ code: 'changed_meanwhile' });
    expect(yes(await sendTo([second.id], first.fox, { email: 'other@fox.example', contactVersion: 1 })).wines).toBe(1);
  });

  test.each([
    [{ email: 'nobody' }, 400],
    [{ email: 'a@b.example\r\nBcc: x@y.example' }, 400],
    [{ ids: [] }, 400],
    [{ contactVersion: 2 ** 31 }, 400],
    [{ producer: '' }, 400],
    [{ producer: 'Unknown' }, 409],
    [{ ids: [randomUUID()] }, 409],
    [{ market: 'SG' }, 409],
  ])('is refused with %o', async (input, status) => {
    const { id, fox } = await claim();
    expect(errorOf(await sendTo([id], fox, input))).toMatchObject({ status });
  });

  test('needs the permission to change orders', async () => {
    const { id, fox } = await claim();
    const reader = await signInAs(shop, await createTestStaff(shop.database, { email: 'reader@shop.example', roles: ['Read-only'] }));
    expect(errorOf(await sendTo([id], fox, {}, reader))).toMatchObject({ status: 403 });
    expect(errorOf(await calls(reader).supplierGroups({ ids: [id] }))).toMatchObject({ status: 403 });
  });
});
