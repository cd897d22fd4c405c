import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { membershipContract } from '#domains/selling/clubs/contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { approveAt, giveUpAt, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { cardContract } from '../card-contract.ts';
import { accountContract } from '../contract.ts';
import { completePendingCardSetups } from './card-setups.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: 100 }, { offerId: 'six', productId: 2, level: 100 });
  await createClubs(shop, testClub(), testClub({ id: 'shelf', slug: 'shelf', name: 'The Shelf' }));
});
afterAll(() => shop.stop());

const CHOICE = {
  variantId: 'dozen',
  frequencyId: 'monthly',
  details: DETAILS,
  dateOfBirth: DATE_OF_BIRTH,
  agrees: true,
  expectedTotal: 159.9,
};

async function customer() {
  const who: TestCustomer = await createTestCustomer(shop);
  const headers = { authorization: `Bearer ${who.bearer}` };
  const clubs = shop.call(membershipContract, 'localhost', headers);
  return {
    ...who,
    clubs,
    cards: shop.call(cardContract, 'localhost', headers),
    account: shop.call(accountContract, 'localhost', headers),
    memberships: async () => yes(await clubs.memberships({})).data,
    stored: async () => yes(await shop.call(accountContract, 'localhost', headers).instruments({ customerID: who.id })).data,
  };
}
type Customer = Awaited<ReturnType<typeof customer>>;

async function member(...clubIds: string[]): Promise<Customer & { readonly cardId: string; readonly membershipId: string }> {
  const who = await customer();
  const cardId = await storeCard(shop, who.id);
  let membershipId = '';
  for (const clubId of clubIds) ({ membershipId } = yes(await who.clubs.join({ ...CHOICE, clubId, instrumentId: cardId })).data);
  return { ...who, cardId, membershipId };
}

describe('a card that is added', () => {
  test('at the gateway is stored once without a charge, with one page per idempotency key [ACC-4, ACC-9]', async () => {
    const { cards, stored } = await customer();
    const once = { idempotencyKey: randomUUID() };
    const first = yes(await cards.add({}, once)).data;
    expect(yes(await cards.add({}, once)).data).toEqual(first);
    expect(yes(await cards.settle({ setupId: first.setupId })).data).toEqual({ status: 'open', card: null, paysClub: false });
    await payAt(shop, first.nextUrl);
    const confirmed = await Promise.all([1, 2, 3].map(() => cards.settle({ setupId: first.setupId })));
    for (const each of confirmed) expect(yes(each).data).toMatchObject({ status: 'kept', card: { last4: '4242' }, paysClub: false });
    expect(await stored()).toMatchObject([{ last4: '4242', is_default: true }]);
    const { gateway } = shop.running.services;
    expect((await gateway.capturedSince(new Date(0))).filter(({ merchantKey }) => merchantKey === first.setupId)).toEqual([]);
  });

  test('for a club pays for it, and an old return URL does not change that again', async () => {
    const { cards, clubs, memberships, membershipId, cardId } = await member('table');
    const { setupId, nextUrl } = yes(await cards.add({ membershipId })).data;
    await payAt(shop, nextUrl, 'card_confirm');
    await approveAt(shop, nextUrl);
    expect(yes(await cards.settle({ setupId })).data).toMatchObject({ status: 'kept', card: { last4: '3184' }, paysClub: true });
    expect(await memberships()).toMatchObject([{ card: { last4: '3184' } }]);
    yes(await clubs.changeCard({ membershipId, instrumentId: cardId }));
    expect(yes(await cards.settle({ setupId })).data).toMatchObject({ status: 'kept', paysClub: false });
    expect(await memberships()).toMatchObject([{ card: { id: cardId } }]);
  });

  test('changes nothing if the shopper gives up', async () => {
    const { cards, memberships, membershipId, cardId } = await member('table');
    const { setupId, nextUrl } = yes(await cards.add({ membershipId })).data;
    await giveUpAt(shop, nextUrl);
    expect(yes(await cards.settle({ setupId })).data).toEqual({ status: 'given_up', card: null, paysClub: false });
    expect(await memberships()).toMatchObject([{ card: { id: cardId } }]);
  });

  test('is stored by a job if the shopper never returns', async () => {
    const { cards, stored, memberships, membershipId } = await member('table');
    const { setupId, nextUrl } = yes(await cards.add({ membershipId })).data;
    await payAt(shop, nextUrl, 'card_insufficient');
    await shop.database.execute({
      text: "update card_setups set created_at = now() - interval '5 minutes' where id = $1",
      values: [setupId],
    });
    await completePendingCardSetups(shop.running.services.clubDeps);
    expect((await stored()).map(({ last4 }) => last4)).toContain('9995');
    expect(await memberships()).toMatchObject([{ card: { last4: '9995' } }]);
  });

  test('belongs to its customer only, and cannot pay for another customer’s club', async () => {
    const [owner, stranger] = [await member('table'), await customer()];
    const { setupId } = yes(await owner.cards.add({})).data;
    expect(await stranger.cards.settle({ setupId })).toMatchObject({ ok: false, code: 'setup_not_found' });
    expect(await stranger.cards.add({ membershipId: owner.membershipId })).toMatchObject({ ok: false, code: 'membership_not_found' });
    expect(await shop.call(cardContract).add({})).toMatchObject({ ok: false, code: 'token_missing' });
  });
});

describe('a card that pays for clubs', () => {
  test('is removed only with agreement, and the default card pays afterwards [ACC-9]', async () => {
    const { account, memberships, cardId, id: customerId } = await member('table', 'shelf');
    const other = await storeCard(shop, customerId, 'card_confirm');
    expect(await account.removeInstrument({ id: cardId })).toMatchObject({
      code: 'card_pays_club',
      title: expect.stringMatching(
        /^Your Visa ending in 4242 pays for The .* and The .*\. If you delete it, we'll charge your Visa ending in 4242 instead\.$/,
      ),
    });
    expect(yes(await account.removeInstrument({ id: cardId, agreed: true })).data.map(({ id }) => id)).toEqual([other]);
    for (const membership of await memberships()) expect(membership).toMatchObject({ status: 'active', card: { id: other } });
  });

  test('pauses them if it is the only one, until another card is added', async () => {
    const { account, clubs, memberships, membershipId, cardId, id: customerId } = await member('table');
    expect(await account.removeInstrument({ id: cardId })).toMatchObject({
      title: expect.stringContaining('it will be paused until you add one'),
    });
    expect(yes(await account.removeInstrument({ id: cardId, agreed: true })).data).toEqual([]);
    expect(await memberships()).toMatchObject([{ status: 'paused', reason: 'no_card', card: null, next: null }]);
    expect(await clubs.resume({ membershipId })).toMatchObject({ code: 'card_missing' });
    const instrumentId = await storeCard(shop, customerId);
    yes(await clubs.changeCard({ membershipId, instrumentId }));
    expect(yes(await clubs.resume({ membershipId })).data).toMatchObject({ status: 'active', card: { id: instrumentId } });
  });

  test('is not removed while a club chooses it concurrently', async () => {
    const { account, clubs, memberships, membershipId, id: customerId } = await member('table');
    for (let iteration = 0; iteration < 5; iteration += 1) {
      const chosen = await storeCard(shop, customerId);
      const [, removed] = await Promise.all([
        clubs.changeCard({ membershipId, instrumentId: chosen }),
        account.removeInstrument({ id: chosen, agreed: iteration % 2 === 0 }),
      ]);
      const [membership] = await memberships();
      expect(membership?.card, `round ${iteration}: ${removed.ok}`).not.toBeNull();
    }
  });
});
