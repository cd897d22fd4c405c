import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { accessContract } from '../contract.ts';
import type { PreviewCode } from '../model/preview-code.ts';
import { PREVIEW_CODES, type PreviewKind, signPreview } from './preview-signature.ts';

let shop: TestShop;
let secret: string;

const signed = (kind: PreviewKind, more: Partial<PreviewCode>) =>
  signPreview(secret, kind, {
    email: 'mia@cellardoor.example',
    timestamp: Math.floor(Date.now() / 1_000),
    id: 'soon',
    tier: null,
    stockStatus: null,
    ...more,
  });
const pathOf = (page: 'offer' | 'event', kind: PreviewKind, more: Partial<PreviewCode>): string =>
  `/${page}-preview?${new URLSearchParams({ ...signed(kind, more) })}`;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'soon', productId: 1, startsAt: '2999-01-01T00:00:00Z', name: 'Not Yet Shiraz' },
    { offerId: 'gold', productId: 2, tiersEligible: ['GOLD'] },
    { offerId: 'here', productId: 3, audience: 'AU', prices: { AU: { packPrice: 60 } } },
  );
  const page = { record: 'page', template: 'content' };
  await shop.database.transaction((transaction) =>
    writePages(transaction, [
      pageRecord.parse({ ...page, id: 'rough', path: '/rough', title: 'A rough one', state: 'draft', paywall: { password: 'claret' } }),
      pageRecord.parse({ ...page, id: 'there', path: '/there', title: 'Over there', markets: ['SG'] }),
    ]),
  );
  await shop.running.services.content.refresh();
  secret = await sharedSecret(shop.database, PREVIEW_CODES);
});
afterAll(() => shop.stop());

describe('a preview', () => {
  test('shows an offer that is not on sale with another stock status', async () => {
    const { offer, preview } = yes(await shop.call(accessContract).previewOffer(signed('offer', { stockStatus: 'SOLD_OUT' })));
    expect(offer).toMatchObject({ offerId: 'soon', inventoryStatus: 'SOLD_OUT', casesLeft: null });
    expect(preview).toMatchObject({ tier: null, isVisible: true, isOut: false, startsAt: '2999-01-01T00:00:00Z' });
  });

  test.each([
    { tier: null, isVisible: false },
    { tier: 'GREEN', isVisible: false },
    { tier: 'GOLD', isVisible: true },
  ] as const)('reports whether a shopper of tier $tier would see an offer for gold', async ({ tier, isVisible }) => {
    expect(yes(await shop.call(accessContract).previewOffer(signed('offer', { id: 'gold', tier }))).preview).toMatchObject({
      tier,
      isVisible,
    });
  });

  test('shows a draft page', async () => {
    const { data, preview } = yes(await shop.call(accessContract).previewPage(signed('page', { id: 'rough' })));
    expect(data).toMatchObject({ title: 'A rough one', isLocked: false });
    expect(preview).toMatchObject({ isOut: false });
  });

  test.each([
    {
      name: 'an offer of another market',
      ask: () => shop.call(accessContract, 'sg.localhost').previewOffer(signed('offer', { id: 'here' })),
    },
    { name: 'no such offer', ask: () => shop.call(accessContract).previewOffer(signed('offer', { id: 'none' })) },
    { name: 'a page of another market', ask: () => shop.call(accessContract).previewPage(signed('page', { id: 'there' })) },
  ])('$name is not found', async ({ ask }) => {
    expect(await ask()).toMatchObject({ ok: false, status: 404, code: 'preview_missing' });
  });

  test('rejects the code of a page for an offer, and a code without its signature [ACCESS-4, ACCESS-10]', async () => {
    const calls = shop.call(accessContract);
    const { code } = signed('offer', {});
    for (const preview of [
      signed('page', {}),
      { code },
      { code, signature: 'x' },
      { ...signed('offer', {}), code: signed('offer', { id: 'gold' }).code },
    ])
      expect(await calls.previewOffer(preview)).toMatchObject({ ok: false, status: 403, title: 'Invalid preview code.' });
  });
});

describe('the page of a preview', () => {
  test.each([
    { name: 'an offer', path: () => pathOf('offer', 'offer', {}), words: 'Not Yet Shiraz' },
    { name: 'a draft', path: () => pathOf('event', 'page', { id: 'rough' }), words: 'A rough one' },
  ])('shows $name, is not cached or indexed and sells nothing [ACCESS-1, CONT-17]', async ({ path, words }) => {
    const { status, headers, text } = await shop.get(path());
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' });
    expect(text).toContain(words);
    expect(text).toContain('Preview, as a guest sees it.');
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(text).toMatch(/<meta name="referrer" content="no-referrer"/);
    expect(text).not.toContain('Add to cart');
    expect((await shop.get(path().split('?')[0] ?? '')).text).not.toContain(words);
  });

  test.each([
    { query: '', status: 400, says: 'Invalid preview code format' },
    { query: '?code=$', status: 400, says: 'Invalid preview code format' },
    { query: '?code=aGVsbG8=', status: 403, says: 'Invalid preview code.' },
  ])('shows the error for the query "$query" [ACCESS-1, ACCESS-7, ACCESS-8]', async ({ query, status, says }) => {
    for (const page of ['/offer-preview', '/event-preview']) {
      const response = await shop.get(`${page}${query}`);
      expect(response.status).toBe(status);
      expect(response.text).toContain(says);
    }
  });

  test('has expired after an hour and a second [ACCESS-6, ACCESS-11]', async () => {
    const timestamp = Math.floor(Date.now() / 1_000) - 3_601;
    const { status, text } = await shop.get(pathOf('offer', 'offer', { timestamp }));
    expect(status).toBe(410);
    expect(text).toContain('Preview link has expired. Please request a new preview link.');
  });
});
