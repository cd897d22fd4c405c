/** Webhooks, errors and disputes in the office, by people with different permissions and markets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expandAnnouncements } from '#domains/selling/orders/server/webhook.repository.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { systemRecordsContract } from '#domains/system/records-contract.ts';
import { todayOfficeContract } from '#domains/today/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const URL_WITH_SECRET = 'https://user:hush@warehouse.example/hooks?token=hush';

let shop: TestShop;
let owner: OfficeBrowser;
let colleague: OfficeBrowser;
let elsewhere: OfficeBrowser;
let orderId: string;
beforeAll(async () => {
  // Without jobs, which would announce an order before the address is there.
  shop = await createTestShop({ SHOP_ROLE: 'web', DATABASE_URL: 'postgres://shared' });
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  colleague = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Owner'] }));
  elsewhere = await signInWith(['system.read', 'system.write', 'orders.read', 'orders.write'], ['SG']);
  orderId = await paidOrder(shop, [1]);
  await paidOrder(shop, [1]);
  await expandAnnouncements(shop.database, [URL_WITH_SECRET]);
});
afterAll(() => shop?.stop());

/** Signs in somebody with a role of their own. */
async function signInWith(permissions: readonly Permission[], markets: readonly ('AU' | 'SG')[] | null = null): Promise<OfficeBrowser> {
  const name = randomUUID();
  const role = {
    name,
    description: '',
    permissions: [...permissions],
    markets: markets === null ? null : [...markets],
    refundLimitCents: 0,
  };
  yes(await owner.call(staffContract).createRole(role));
  return signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, roles: [name] }));
}

const records = (browser: OfficeBrowser = owner) => browser.call(systemRecordsContract);
const cardsOf = async (browser: OfficeBrowser) =>
  Object.fromEntries(yes(await browser.call(todayOfficeContract).today({})).cards.map(({ name, ...card }) => [name, card]));

describe('webhooks', () => {
  const giveUp = () =>
    shop.database.execute({
      text: "update webhook_deliveries set state = 'failed', attempts = 16, last_response = '503', finished_at = now(), next_attempt_at = now()",
    });

  test('are listed in pages, filtered, and without the secrets of their address', async () => {
    await giveUp();
    const first = yes(await records().systemWebhooks({ limit: 1 }));
    expect(first).toMatchObject({ total: 2, rows: [{ state: 'failed', event: 'placed', lastResponse: '503', attempts: 16 }] });
    expect(first.rows[0]?.url).toBe('https://warehouse.example/hooks');
    const second = yes(await records().systemWebhooks({ limit: 1, cursor: first.nextCursor ?? '' }));
    expect(second.rows[0]?.order.id).toBe(orderId);
    expect(second.nextCursor).toBeNull();

    expect(yes(await records().systemWebhooks({ 'filter[state]': 'delivered' })).total).toBe(0);
    const number = second.rows[0]?.order.number;
    expect(yes(await records().systemWebhooks({ q: `#${number}` })).rows).toHaveLength(1);
    expect(yes(await records().systemWebhooks({ q: 'ada' })).rows).toEqual([]);
    expect(await records().systemWebhooks({ cursor: 'bm9wZQ' })).toMatchObject({ ok: false, status: 400 });
  });

  test('show what is sent to people who may see customers', async () => {
    const [row] = yes(await records().systemWebhooks({})).rows;
    const id = row?.id ?? '';
    expect(yes(await records().systemWebhook({ id })).payload).toMatchObject({ type: 'order.placed', data: { order: { market: 'AU' } } });
    const reader = await signInWith(['system.read']);
    const seen = await reader.send('GET', `/office/v1/system/webhooks/webhook?id=${id}`);
    expect(JSON.parse(seen.text)).toMatchObject({ id, payload: null });
    expect(seen.text).not.toContain('hush');
  });

  test('are sent again, together, and logged', async () => {
    const ids = yes(await records().systemWebhooks({})).rows.map(({ id }) => id);
    expect((await cardsOf(owner)).failed_webhooks?.count).toBe(2);
    const reader = await signInWith(['system.read']);
    expect(await records(reader).resendSystemWebhooks({ ids })).toMatchObject({ ok: false, status: 403 });

    expect(yes(await records().resendSystemWebhooks({ ids: [...ids, randomUUID()] }))).toEqual({ done: 2 });

    expect(yes(await records().systemWebhooks({ 'filter[state]': 'pending' })).rows).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    expect((await cardsOf(owner)).failed_webhooks?.count).toBe(0);
    const logged = await shop.database.queryMany({ text: "select market from activity_log where action = 'webhook.resent'" });
    expect(logged).toEqual([{ market: 'AU' }, { market: 'AU' }]);
  });

  test('of another market do not exist', async () => {
    await giveUp();
    const [row] = yes(await records().systemWebhooks({})).rows;
    const id = row?.id ?? '';

    expect(yes(await records(elsewhere).systemWebhooks({})).total).toBe(0);
    expect(await records(elsewhere).systemWebhook({ id })).toMatchObject({ ok: false, status: 404 });
    expect(await records(elsewhere).resendSystemWebhooks({ ids: [id] })).toMatchObject({ ok: false, status: 404 });
    expect((await cardsOf(elsewhere)).failed_webhooks?.count).toBe(0);
    expect(await records().systemWebhook({ id: randomUUID() })).toMatchObject({ ok: false, status: 404 });
  });
});

describe('errors', () => {
  const report = (message: string): void =>
    shop.running.services.errors.report(new TypeError(message), { component: 'checkout', action: 'pay' });
  const errors = async (input: Parameters<ReturnType<typeof records>['systemErrors']>[0] = {}) =>
    yes(await records().systemErrors(input)).rows.filter(({ component }) => component === 'checkout');

  test('are grouped, resolved, and open again if they happen again', async () => {
    report('the card is on fire');
    await expect.poll(() => errors()).toHaveLength(1);
    const [group] = await errors({ q: 'ON FIRE' });
    const id = group?.id ?? '';
    expect(group).toMatchObject({ status: 'open', source: 'server', title: 'TypeError: the card is on fire', occurrences: 1 });
    const details = yes(await records().systemError({ id }));
    expect(details.reports[0]).toMatchObject({ where: expect.stringContaining('checkout'), stack: expect.any(Array) });
    expect(details.reports[0]?.stack.length).toBeGreaterThan(0);

    expect(yes(await records().changeSystemErrors({ errors: [{ id, expected: 'open' }], status: 'resolved' }))).toEqual({
      changed: [id],
      kept: [],
    });
    expect(await errors({ 'filter[status]': 'open' })).toEqual([]);
    expect(await records().changeSystemErrors({ errors: [{ id, expected: 'resolved' }], status: 'resolved' })).toMatchObject({
      ok: false,
      status: 404,
    });

    report('the card is on fire');
    await expect.poll(() => errors({ 'filter[status]': 'open' })).toMatchObject([{ id, occurrences: 2 }]);
  });

  test('that are ignored stay so', async () => {
    const [group] = await errors();
    const id = group?.id ?? '';
    yes(await records().changeSystemErrors({ errors: [{ id, expected: 'open' }], status: 'ignored' }));

    report('the card is on fire');

    await expect.poll(() => errors()).toMatchObject([{ id, status: 'ignored', occurrences: 3 }]);
    const logged = await shop.database.queryMany({ text: "select after from activity_log where action = 'error.changed' order by id" });
    expect(logged).toEqual([{ after: { status: 'resolved' } }, { after: { status: 'ignored' } }]);
  });

  test('that somebody changed since, or that happened again, are left alone', async () => {
    const [group] = await errors();
    const id = group?.id ?? '';
    const change = (expected: 'open' | 'resolved' | 'ignored', status: 'open' | 'resolved') =>
      records(colleague).changeSystemErrors({ errors: [{ id, expected }], status });

    expect(yes(await change('open', 'resolved'))).toEqual({ changed: [], kept: [{ id, reason: 'owner changed it just now.' }] });
    expect(await errors()).toMatchObject([{ status: 'ignored' }]);

    yes(await change('ignored', 'open'));
    expect(yes(await change('ignored', 'resolved'))).toEqual({ changed: [], kept: [{ id, reason: 'It’s open again since you saw it.' }] });
  });

  test('are changed by those who may, and unknown ones are not found', async () => {
    const reader = await signInWith(['system.read']);
    expect(await records(reader).changeSystemErrors({ errors: [{ id: 'abcd', expected: 'resolved' }], status: 'open' })).toMatchObject({
      ok: false,
      status: 403,
    });
    expect(await records().changeSystemErrors({ errors: [{ id: 'abcd', expected: 'resolved' }], status: 'open' })).toMatchObject({
      ok: false,
      status: 404,
    });
    expect(await records().systemError({ id: 'abcd' })).toMatchObject({ ok: false, status: 404 });
    expect(yes(await records().systemErrors({ limit: 1 })).rows.length).toBeLessThan(2);
  });
});

describe('disputes', () => {
  const disputes = async (browser?: OfficeBrowser, input: Readonly<Record<string, string>> = {}) =>
    yes(await records(browser).systemDisputes(input));
  const idsOf = async (input: Readonly<Record<string, string>>) => (await disputes(owner, input)).rows.map(({ id }) => id);
  const dueIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  /** When the evidence of the two open disputes is due. */
  const [SOON, LATE] = [dueIn(7), dueIn(30)];
  beforeAll(async () => {
    await shop.database.execute({
      text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before, closed_at) values
        ('sandbox', 'late', $1, 6000, 'fraudulent', 'open', $2, 'Awaiting Fulfillment', null),
        ('sandbox', 'soon', $1, 1250, 'product_not_received', 'open', $3, 'Awaiting Fulfillment', null),
        ('sandbox', 'won', $1, 900, 'general', 'won', null, 'Awaiting Fulfillment', now())`,
      values: [orderId, LATE, SOON],
    });
  });

  test('are listed with the earliest evidence first and decided ones last', async () => {
    const { rows, total } = await disputes();
    expect(rows.map(({ id }) => id)).toEqual(['soon', 'late', 'won']);
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({ amount: 12.5, currency: 'AUD', evidenceDueAt: SOON, answeredAt: null });
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'won']);
  });

  test('are searched, filtered and sorted, page by page', async () => {
    const number = String((await disputes()).rows[0]?.order.number);

    expect(await idsOf({ q: `#${number}` })).toEqual(['soon', 'late', 'won']);
    expect(await idsOf({ q: '1' })).toEqual([]);
    expect(await idsOf({ q: 'fraud' })).toEqual([]);
    expect(await idsOf({ 'filter[state]': 'won,lost' })).toEqual(['won']);
    expect(await idsOf({ 'filter[market]': 'SG' })).toEqual([]);
    expect(await idsOf({ sort: '-amount' })).toEqual(['late', 'soon', 'won']);

    const first = await disputes(owner, { limit: '2' });
    expect(first.rows.map(({ id }) => id)).toEqual(['soon', 'late']);
    const rest = await disputes(owner, { limit: '2', cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ rows: [{ id: 'won' }], nextCursor: null, total: 3 });
    expect(await records().systemDisputes({ cursor: 'bm9uc2Vuc2U' })).toMatchObject({ ok: false, status: 400 });
  });

  test('are marked as answered, which takes them off Today, and can be opened again', async () => {
    const soon = { gateway: 'sandbox', id: 'soon' };
    expect((await cardsOf(owner)).disputes).toMatchObject({ count: 2, dueAt: SOON });

    expect(await records().answerSystemDispute({ ...soon, answeredAt: null, isAnswered: true })).toMatchObject({ ok: true });

    expect(await records(colleague).answerSystemDispute({ ...soon, answeredAt: null, isAnswered: true })).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^owner changed this just now/),
    });
    expect((await disputes()).rows.map(({ id, answeredBy }) => [id, answeredBy])).toEqual([
      ['late', ''],
      ['soon', 'owner'],
      ['won', ''],
    ]);
    expect((await cardsOf(owner)).disputes).toMatchObject({ count: 1, dueAt: LATE });
    const answeredAt = (await disputes()).rows.find(({ id }) => id === 'soon')?.answeredAt ?? null;
    expect(await records().answerSystemDispute({ ...soon, answeredAt, isAnswered: true })).toMatchObject({ ok: true });
    expect(await records().answerSystemDispute({ ...soon, answeredAt, isAnswered: false })).toMatchObject({ ok: true });
    expect(await records(colleague).answerSystemDispute({ ...soon, answeredAt, isAnswered: false })).toMatchObject({
      ok: false,
      status: 409,
    });
    expect((await disputes()).rows[0]).toMatchObject({ id: 'soon', answeredAt: null });
    const logged = await shop.database.queryMany({
      text: "select action, subject_id, market from activity_log where action like 'order.dispute%' order by id",
    });
    expect(logged).toEqual([
      { action: 'order.dispute_answered', subject_id: orderId, market: 'AU' },
      { action: 'order.dispute_reopened', subject_id: orderId, market: 'AU' },
    ]);
  });

  test('of another market, decided ones and unknown ones are not found', async () => {
    expect(await disputes(elsewhere)).toEqual({ rows: [], nextCursor: null, total: 0 });
    for (const [browser, id] of [
      [elsewhere, 'soon'],
      [owner, 'won'],
      [owner, 'nothing'],
    ] as const)
      expect(await records(browser).answerSystemDispute({ gateway: 'sandbox', id, answeredAt: null, isAnswered: true })).toMatchObject({
        ok: false,
        status: 404,
      });
    const reader = await signInWith(['orders.read']);
    expect(await records(reader).answerSystemDispute({ gateway: 'sandbox', id: 'soon', answeredAt: null, isAnswered: true })).toMatchObject(
      { status: 403 },
    );
    expect(await records(reader).systemErrors({})).toMatchObject({ ok: false, status: 403 });
  });
});
