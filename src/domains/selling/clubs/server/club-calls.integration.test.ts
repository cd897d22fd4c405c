import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLUBS } from '#domains/settings/model/groups/clubs.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import type { Client } from '#lib/client.ts';
import { Failure } from '#lib/result.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { wineClubContract } from '../contract.ts';
import { clubRecord } from '../model/record.ts';
import { writeClubs } from './club.repository.ts';

let shop: TestShop;
let clubs: Client<typeof wineClubContract>;

const club = (id: string, more: object = {}) =>
  clubRecord.parse({
    record: 'club',
    id,
    slug: id,
    market: 'AU',
    name: `Club ${id}`,
    variants: [{ id: 'dozen', label: 'A dozen', price: 150, offerId: 'none' }],
    frequencies: [{ id: 'monthly', label: 'Every month', unit: 'month', every: 1 }],
    ...more,
  });

beforeAll(async () => {
  shop = await createTestShop();
  clubs = shop.call(wineClubContract);
  await shop.database.transaction((transaction) =>
    writeClubs(transaction, [
      club('second', { position: 2 }),
      club('first', { position: 1, state: 'full', blocks: [{ type: 'text', body: 'A *case*.' }] }),
      club('rough', { state: 'draft' }),
      club('over', { state: 'closed' }),
      club('singapore', { market: 'SG' }),
      club('spirits', { shops: ['spirits'] }),
    ]),
  );
});
afterAll(() => shop.stop());

describe('wine clubs', () => {
  test('are listed in their order, only those of the site', async () => {
    const { data } = yes(await clubs.clubs({}));
    expect(data.map(({ id, isOpen, fromPrice }) => ({ id, isOpen, fromPrice }))).toEqual([
      { id: 'first', isOpen: false, fromPrice: 150 },
      { id: 'second', isOpen: true, fromPrice: 150 },
    ]);
  });

  test('name the days between a reminder and its charge as the settings of the market have them [CLUB-3]', async () => {
    const { settings } = shop.running.services;
    expect(yes(await clubs.clubs({})).remindDays).toBe(5);

    const saved = await saveSetting(
      { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
      {
        group: 'clubs',
        scope: 'AU',
        value: { ...CLUBS.defaults('AU', settings.start), remindDays: 3 },
        effectiveFrom: null,
        basedOn: 0,
        author: 'Kim',
      },
    );

    expect(saved).not.toBeInstanceOf(Failure);
    await expect.poll(async () => yes(await clubs.clubs({})).remindDays).toBe(3);
    expect(yes(await shop.call(wineClubContract, 'sg.localhost').clubs({})).remindDays).toBe(5);
  });

  test('are returned in full by their slug, with frequencies and variants [CLUB-1]', async () => {
    expect(yes(await clubs.club({ slug: 'first' })).data).toMatchObject({
      path: '/wine-clubs/first',
      variants: [{ id: 'dozen', case: null }],
    });
  });

  test('show a case only to visitors who may see its offer', async () => {
    await shop.stock({ offerId: 'plain', productId: 1 }, { offerId: 'gold', productId: 2, tiersEligible: ['GOLD'] });
    const variant = { label: 'A case', price: 50, summary: '' };
    const variants = ['plain', 'gold'].map((offerId) => ({ ...variant, id: offerId, offerId }));
    const picture = { of: 'offer', offerId: 'gold', alt: 'A bottle' };
    await shop.database.transaction((transaction) =>
      writeClubs(transaction, [club('mixed', { variants, picture, blocks: [{ type: 'offers', offerIds: ['plain', 'gold'] }] })]),
    );
    const request = (calls: typeof clubs) => calls.club({ slug: 'mixed' });
    const guest = yes(await request(clubs)).data;
    expect(guest.variants.map((each) => each.case?.offerId ?? null)).toEqual(['plain', null]);
    expect(guest.variants[0]).toMatchObject({ saving: 10, bottlePrice: 8.33 });
    expect(guest).toMatchObject({ picture: null, blocks: [{ offerIds: ['plain'] }] });
    const { bearer } = await createTestCustomer(shop, { tier: 'GOLD' });
    const member = yes(await request(shop.call(wineClubContract, 'localhost', { authorization: `Bearer ${bearer}` }))).data;
    expect(member.variants.map((each) => each.case?.offerId ?? null)).toEqual(['plain', 'gold']);
    expect(member.picture).toEqual(picture);
  });

  test('are not listed and accept no members after they close', async () => {
    expect(yes(await clubs.club({ slug: 'over' })).data).toMatchObject({ name: 'Club over', isOpen: false, isClosed: true });
    const choice = { clubId: 'over', variantId: 'dozen', frequencyId: 'monthly' };
    expect(await clubs.quote(choice)).toMatchObject({ ok: false, status: 409, code: 'club_closed' });
  });

  test('redirect the slug of a closed club that another club took over', async () => {
    await shop.database.transaction((transaction) =>
      writeClubs(transaction, [club('old-red', { slug: 'red', state: 'closed' }), club('new-red', { slug: 'red', position: 9 })]),
    );
    expect(yes(await clubs.club({ slug: 'red' })).data).toMatchObject({ id: 'new-red', isClosed: false });
  });

  test('have a page that says they are closed, and return 404 for an unknown slug', async () => {
    const closed = await shop.get('/wine-clubs/over');
    expect([closed.status, closed.text.includes('Club over has closed')]).toEqual([200, true]);
    expect(closed.text).toContain('content="noindex"');
    expect(closed.text).not.toContain('"@type":"Product"');
    expect((await shop.get('/wine-clubs/nowhere')).status).toBe(404);
    expect((await shop.get('/wine-clubs/rough')).status).toBe(404);
    expect((await shop.get('/sitemaps/pages.xml')).text).not.toContain('/wine-clubs/over');
  });

  test('do not reveal on the page after joining that anyone joined until it is known', async () => {
    const page = await shop.get('/wine-clubs/success');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/You have joined|You’re in|Welcome to the club/);
  });

  test.each(['rough', 'singapore', 'spirits', 'none'])('return 404 for %s', async (slug) => {
    expect(await clubs.club({ slug })).toMatchObject({ ok: false, code: 'club_not_found' });
  });

  test('show the costs of a delivery and the terms for a destination', async () => {
    const choice = { clubId: 'second', variantId: 'dozen', frequencyId: 'monthly' };
    expect(yes(await clubs.quote({ ...choice, state: 'WA' })).data).toMatchObject({ price: 150, shippingTotal: 14.9, total: 164.9 });
    const { data } = yes(await clubs.quote(choice));
    expect(data.total).toBe(159.9);
    expect(data.agreement).toContain('$159.90');
    expect(await clubs.quote({ ...choice, variantId: 'six' })).toMatchObject({ ok: false, code: 'variant_not_found' });
    expect(await clubs.quote({ ...choice, frequencyId: 'daily' })).toMatchObject({ ok: false, code: 'frequency_not_found' });
  });
});
