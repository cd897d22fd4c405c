import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentContract } from '#domains/content/contract.ts';
import { type PageRecord, pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { accessContract } from '../contract.ts';
import { paywallData } from './unlock.repository.ts';

let shop: TestShop;

const page = (id: string, more: object = {}): PageRecord =>
  pageRecord.parse({
    record: 'page',
    template: 'content',
    id,
    path: `/${id}`,
    title: `Page ${id}`,
    blocks: [{ type: 'text', body: `Words of ${id}.` }],
    ...more,
  });

async function put(...pages: readonly PageRecord[]): Promise<void> {
  await shop.database.transaction((transaction) => writePages(transaction, pages));
  await shop.running.services.content.refresh();
}

interface UnlockResponse {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly pages?: readonly { path: string; proof: string }[];
}

async function unlock(body: object, headers: Record<string, string> = {}): Promise<{ status: number; body: UnlockResponse }> {
  const { path } = accessContract.unlockPaywall;
  const sent = { 'content-type': 'application/json', ...headers };
  const { status, text } = await send(shop.running.port, 'localhost', 'POST', path, sent, JSON.stringify(body));
  const response = JSON.parse(text) as UnlockResponse;
  if (status === 200 || status === 409) accessContract.unlockPaywall.output.parse(response);
  return { status, body: response };
}

beforeAll(async () => {
  shop = await createTestShop();
  await put(
    page('notes', { paywall: { password: 'claret' } }),
    page('letters', { paywall: { password: 'claret' } }),
    page('other', { paywall: { password: 'merlot' } }),
    page('gold', { paywall: { password: 'claret' }, tiersEligible: ['GOLD'] }),
    page('draft', { paywall: { password: 'unborn' }, state: 'draft' }),
    page('open'),
  );
});
afterAll(() => shop.stop());

const read = async (path: string, unlockToken?: string) =>
  yes(await shop.call(contentContract).page({ path, ...(unlockToken ? { proof: unlockToken } : {}) })).data;

describe('the password of a page', () => {
  test('unlocks it with 200, and with 409 if it was unlocked before; both open the page [ACCESS-13, ACCESS-14, ACCESS-18]', async () => {
    const credentials = { email: 'ada@example.com', password: 'claret', path: '/notes' };
    const first = await unlock(credentials);
    const again = await unlock({ ...credentials, email: 'ADA@example.com' });
    expect([first.status, first.body.status, first.body.message]).toEqual([200, 200, 'Unlocked.']);
    expect([again.status, again.body.status, again.body.message]).toEqual([409, 409, 'Already unlocked.']);
    for (const { body } of [first, again]) {
      const opened = await read('/notes', body.pages?.[0]?.proof);
      expect(opened).toMatchObject({ isLocked: false, blocks: [{ type: 'text' }] });
    }
  });

  test('counts once if it is sent twice with the same idempotency key', async () => {
    const credentials = { email: 'key@example.com', password: 'claret', path: '/notes' };
    const statuses = [];
    for (let time = 0; time < 2; time += 1) statuses.push((await unlock(credentials, { 'idempotency-key': 'one' })).status);
    expect(statuses).toEqual([200, 200]);
  });

  test('without a path unlocks every page with it that the shopper may see [ACCESS-14]', async () => {
    const { body } = await unlock({ email: 'bob@example.com', password: 'claret' });
    expect(body.pages?.map(({ path }) => path).sort()).toEqual(['/letters', '/notes']);
    const { bearer } = await createTestCustomer(shop, { tier: 'GOLD' });
    const gold = await unlock({ email: 'bob@example.com', password: 'claret' }, { authorization: `Bearer ${bearer}` });
    expect(gold.status).toBe(200);
    expect(gold.body.pages?.map(({ path }) => path)).toContain('/gold');
  });

  test.each([
    { name: 'a wrong one', given: { password: 'shiraz', path: '/notes' }, status: 401, says: 'That password does not open this page.' },
    {
      name: 'that of another page',
      given: { password: 'merlot', path: '/notes' },
      status: 401,
      says: 'That password does not open this page.',
    },
    { name: 'in capitals', given: { password: 'CLARET', path: '/notes' }, status: 401, says: 'That password does not open this page.' },
    { name: 'of a draft', given: { password: 'unborn' }, status: 401, says: 'That password does not open this page.' },
    {
      name: 'of a page for gold',
      given: { password: 'claret', path: '/gold' },
      status: 401,
      says: 'That password does not open this page.',
    },
    {
      name: 'for a page without one',
      given: { password: 'claret', path: '/open' },
      status: 401,
      says: 'That password does not open this page.',
    },
    { name: 'none', given: { password: '  ', path: '/notes' }, status: 422, says: 'Please enter the password.' },
    { name: 'no e-mail', given: { email: '', password: 'claret' }, status: 422, says: 'Please enter a valid email address.' },
    { name: 'half an e-mail', given: { email: 'ada@', password: 'claret' }, status: 422, says: 'Please enter a valid email address.' },
  ])('is rejected: $name [ACCESS-14, ACCESS-15]', async ({ given, status, says }) => {
    const response = await unlock({ email: 'eve@example.com', ...given });
    expect(response).toMatchObject({ status, body: { status, title: says, message: says } });
    const rows = await shop.database.queryMany({ text: "select 1 from paywall_unlocks where email = 'eve@example.com'" });
    expect(rows).toEqual([]);
  });
});

describe('an unlock token', () => {
  test('opens only its page, and becomes invalid with a new password', async () => {
    await put(page('notes-2', { paywall: { password: 'first-one' } }));
    const { body } = await unlock({ email: 'cy@example.com', password: 'first-one', path: '/notes-2' });
    const unlockToken = body.pages?.[0]?.proof ?? '';
    expect(await read('/notes-2', unlockToken)).toMatchObject({ isLocked: false });
    expect(await read('/other', unlockToken)).toMatchObject({ isLocked: true, blocks: [] });
    expect(await read('/notes-2', `${unlockToken}x`)).toMatchObject({ isLocked: true });
    await put(page('notes-2', { paywall: { password: 'second-one' } }));
    expect(await read('/notes-2', unlockToken)).toMatchObject({ isLocked: true, blocks: [] });
  });

  test('does not change the shared page', async () => {
    const { body } = await unlock({ email: 'di@example.com', password: 'claret', path: '/notes' });
    const unlockToken = body.pages?.[0]?.proof ?? '';
    const before = await shop.get('/notes');
    const withProof = await shop.get(`/notes?proof=${unlockToken}`);
    expect(withProof.text).toBe(before.text);
    expect(before.text).not.toContain('Words of notes');
    const call = await shop.get(`/api/content/page?path=/notes&proof=${unlockToken}`);
    expect(call.text).toContain('Words of notes');
    expect(call.headers['cache-control']).toBe('no-store');
  });
});

test('exports unlocked pages in the data download and deletes them with the account', async () => {
  await unlock({ email: 'zoe@example.com', password: 'merlot' });
  const person = { email: 'Zoe@example.com' };
  expect(await paywallData.read(shop.database, person)).toMatchObject([{ page_id: 'other' }]);
  await shop.database.transaction((transaction) => paywallData.erase(transaction, person));
  expect(await paywallData.read(shop.database, person)).toEqual([]);
});

test('rejects a paywall on an offer page', () => {
  const record = {
    record: 'page',
    id: 'x',
    template: 'open-offer',
    path: '/open-offers/x',
    title: 'X',
    offerId: 'y',
    paywall: { password: 'claret' },
  };
  expect(pageRecord.safeParse(record).error?.issues[0]?.path).toEqual(['paywall']);
});

test('limits attempts to thirty per minute', async () => {
  const statuses = [];
  for (let time = 0; time < 31; time += 1) statuses.push((await unlock({ email: 'eve@example.com', password: `guess ${time}` })).status);
  expect(statuses.at(-1)).toBe(429);
});
