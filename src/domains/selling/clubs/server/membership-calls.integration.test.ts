import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/client.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { approveAt, findInvariantViolations, giveUpAt, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, storeAddress, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type MembershipView, membershipContract } from '../contract.ts';

const LEVEL = 1_000;
let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'dozen', productId: 1, level: LEVEL },
    { offerId: 'six', productId: 2, level: LEVEL },
    { offerId: 'gone', productId: 3, level: 0 },
  );
  await createClubs(
    shop,
    testClub(),
    testClub({ id: 'full', slug: 'full', state: 'full' }),
    testClub({ id: 'empty', slug: 'empty', variants: [{ id: 'dozen', label: 'A dozen', price: 150, summary: '', offerId: 'gone' }] }),
    testClub({ id: 'sg', slug: 'table', market: 'SG' }),
  );
});
afterAll(() => shop.stop());

interface Member extends TestCustomer {
  readonly clubs: Client<typeof membershipContract>;
}

async function member(): Promise<Member> {
  const customer = await createTestCustomer(shop);
  return { ...customer, clubs: shop.call(membershipContract, 'localhost', { authorization: `Bearer ${customer.bearer}` }) };
}

const CHOICE = { clubId: 'table', variantId: 'dozen', frequencyId: 'monthly' };
const JOIN = { ...CHOICE, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, agrees: true, expectedTotal: 159.9 };

/** Creates a member who paid with a stored card. */
async function joined(): Promise<Member & { readonly membership: MembershipView; readonly cardId: string }> {
  const who = await member();
  const cardId = await storeCard(shop, who.id);
  yes(await who.clubs.join({ ...JOIN, instrumentId: cardId }));
  return { ...who, cardId, membership: await only(who) };
}

async function only(who: Member): Promise<MembershipView> {
  const { data } = yes(await who.clubs.memberships({}));
  const [first] = data;
  if (!first || data.length > 1) throw new Error(`${data.length} memberships`);
  return first;
}

describe('joining a club', () => {
  test('charges a stored card for the first delivery and starts the membership, once per key [CLUB-2]', async () => {
    const who = await member();
    const instrumentId = await storeCard(shop, who.id);
    const once = { idempotencyKey: `join ${who.id}` };
    const presses = await Promise.all([1, 2, 3].map(() => who.clubs.join({ ...JOIN, instrumentId }, once)));
    const again = yes(await who.clubs.join({ ...JOIN, instrumentId }, once)).data;
    for (const result of presses) expect(yes(result).data).toEqual(again);
    expect(again).toMatchObject({ status: 'active', nextUrl: `/wine-clubs/success?membership=${again.membershipId}` });
    const membership = await only(who);
    expect(membership).toMatchObject({
      status: 'active',
      card: { id: instrumentId, last4: '4242', expiryMonth: 9, expiryYear: 2031 },
      next: { period: 2, price: 150, total: 159.9 },
      deliveries: [{ period: 1, state: 'paid', total: 159.9 }],
      problem: null,
    });
    expect(membership.history.map(({ event }) => event)).toEqual(['joined', 'delivered', 'begun']);
    expect(await mailTo(shop, who.email, 'Welcome to The Table')).toBeTruthy();
    expect(await who.clubs.join({ ...JOIN, instrumentId })).toMatchObject({ ok: false, code: 'already_member' });
  });

  test('saves the card that paid on the gateway’s page for the renewals [CLUB-2]', async () => {
    const who = await member();
    const first = yes(await who.clubs.join(JOIN)).data;
    expect(first.status).toBe('pay');
    // A repeated click before the payment leads to the same payment.
    expect(yes(await who.clubs.join(JOIN)).data).toEqual(first);
    expect(yes(await who.clubs.memberships({})).data).toEqual([]);
    const confirm = () => who.clubs.settle({ membershipId: first.membershipId });
    expect(yes(await confirm()).data).toMatchObject({ status: 'open', nextUrl: first.nextUrl });
    await payAt(shop, first.nextUrl);
    expect(yes(await confirm()).data.status).toBe('active');
    expect(yes(await confirm()).data.status).toBe('active');
    expect(await only(who)).toMatchObject({ status: 'active', card: { last4: '4242' } });
  });

  test('starts again with the same key after the first payment was cancelled', async () => {
    const who = await member();
    const once = { idempotencyKey: `again ${who.id}` };
    const first = yes(await who.clubs.join(JOIN, once)).data;
    await giveUpAt(shop, first.nextUrl);
    expect(yes(await who.clubs.settle({ membershipId: first.membershipId })).data).toMatchObject({
      status: 'cancelled',
      nextUrl: '/wine-clubs/table',
    });
    const second = yes(await who.clubs.join(JOIN, once)).data;
    expect(second.nextUrl).not.toBe(first.nextUrl);
    await payAt(shop, second.nextUrl);
    expect(yes(await who.clubs.settle({ membershipId: second.membershipId })).data.status).toBe('active');
    expect(yes(await who.clubs.join(JOIN, once)).data).toMatchObject({ status: 'active' });
  });

  test('leads to the gateway’s page if the card needs a confirmation', async () => {
    const who = await member();
    const instrumentId = await storeCard(shop, who.id, 'card_confirm');
    const { nextUrl, membershipId } = yes(await who.clubs.join({ ...JOIN, instrumentId })).data;
    await approveAt(shop, nextUrl);
    expect(yes(await who.clubs.settle({ membershipId })).data.status).toBe('active');
    expect((await only(who)).card?.id).toBe(instrumentId);
  });

  test('starts a new payment for another choice, and closes the page of the first', async () => {
    const who = await member();
    const dozen = yes(await who.clubs.join(JOIN)).data;
    const six = yes(await who.clubs.join({ ...JOIN, variantId: 'six', expectedTotal: 89.9 })).data;
    expect(six.nextUrl).not.toBe(dozen.nextUrl);
    await payAt(shop, dozen.nextUrl);
    await payAt(shop, six.nextUrl);
    expect(yes(await who.clubs.settle({ membershipId: six.membershipId })).data.status).toBe('active');
    expect(await only(who)).toMatchObject({ variant: { id: 'six' }, deliveries: [{ total: 89.9 }] });
  });

  test.each([
    { name: 'a club that is not', change: { clubId: 'none' }, code: 'club_not_found' },
    { name: 'a club of another market', change: { clubId: 'sg' }, code: 'club_not_found' },
    { name: 'a club that is full', change: { clubId: 'full' }, code: 'club_full' },
    { name: 'a case that is not', change: { variantId: 'none' }, code: 'variant_not_found' },
    { name: 'a rhythm that is not', change: { frequencyId: 'none' }, code: 'frequency_not_found' },
    { name: 'no agreement', change: { agrees: false }, code: 'not_agreed' },
    { name: 'a member under 18', change: { dateOfBirth: '2020-01-01' }, code: 'under_age' },
    { name: 'no phone', change: { details: { ...DETAILS, phone: '' } }, code: 'details_invalid' },
    { name: 'a suburb elsewhere', change: { details: { ...DETAILS, postcode: '2000' } }, code: 'address_mismatch' },
    { name: 'another total', change: { expectedTotal: 1 }, code: 'total_changed' },
    { name: 'a foreign card', change: { instrumentId: '00000000-0000-4000-8000-000000000000' }, code: 'card_not_found' },
    { name: 'a case that is sold out', change: { clubId: 'empty' }, code: 'not_enough_stock' },
  ])('is rejected: $name', async ({ change, code }) => {
    const who = await member();
    expect(await who.clubs.join({ ...JOIN, ...change })).toMatchObject({ ok: false, code });
    expect(yes(await who.clubs.memberships({})).data).toEqual([]);
  });

  test('requires a sign-in', async () => {
    expect(await shop.call(membershipContract).join(JOIN)).toMatchObject({ ok: false, code: 'token_missing' });
  });
});

describe('a member', () => {
  test('skips the next delivery, once for repeated calls [CLUB-4]', async () => {
    const { clubs, membership } = await joined();
    const input = { membershipId: membership.id, period: 2 };
    const [one] = await Promise.all([clubs.skip(input), clubs.skip(input), clubs.skip(input)]);
    expect(yes(one).data.next?.period).toBe(3);
    const { data } = yes(await clubs.skip(input));
    expect(data.deliveries.map(({ period, state }) => `${period} ${state}`)).toEqual(['2 skipped', '1 paid']);
    expect(data.history.filter(({ event }) => event === 'skipped')).toHaveLength(1);
    expect(await clubs.skip({ ...input, period: 1 })).toMatchObject({ ok: false, code: 'delivery_charged' });
    expect(await clubs.skip({ ...input, period: 9 })).toMatchObject({ ok: false, code: 'delivery_charged' });
  });

  test('undoes a skip until the cut-off, once for repeated calls', async () => {
    const { clubs, membership } = await joined();
    const input = { membershipId: membership.id, period: 2 };
    expect(membership).toMatchObject({ skipped: null, actions: expect.not.arrayContaining(['unskip']) });
    const skipped = yes(await clubs.skip(input)).data;
    expect(skipped).toMatchObject({ skipped: { period: 2, on: membership.next?.on }, actions: expect.arrayContaining(['unskip']) });
    const [one] = await Promise.all([clubs.unskip(input), clubs.unskip(input), clubs.unskip(input)]);
    expect(yes(one).data).toMatchObject({ next: membership.next, skipped: null, deliveries: [{ period: 1 }] });
    expect(yes(await clubs.unskip(input)).data.history.filter(({ event }) => event === 'unskipped')).toHaveLength(1);
    yes(await clubs.skip(input));
    await shop.database.execute({
      text: "update club_deliveries set due_on = current_date - 1 where membership_id = $1 and state = 'skipped'",
      values: [membership.id],
    });
    expect(await clubs.unskip(input)).toMatchObject({ ok: false, code: 'skip_over' });
    expect(await clubs.unskip({ ...input, period: 1 })).toMatchObject({ ok: false, code: 'skip_over' });
  });

  test('pauses and resumes [CLUB-4]', async () => {
    const { clubs, membership } = await joined();
    const { id: membershipId, next } = membership;
    const paused = yes(await clubs.pause({ membershipId })).data;
    expect(paused).toMatchObject({ status: 'paused', reason: 'member', next: null });
    expect(yes(await clubs.pause({ membershipId })).data.history).toEqual(paused.history);
    expect(await clubs.skip({ membershipId, period: 2 })).toMatchObject({ ok: false, code: 'not_possible_now' });
    expect(yes(await clubs.resume({ membershipId })).data).toMatchObject({ status: 'active', reason: null, next });
  });

  test('swaps the case and the frequency [CLUB-7]', async () => {
    const { clubs, membership } = await joined();
    const input = { membershipId: membership.id, variantId: 'six', frequencyId: 'four-weeks' };
    const { data } = yes(await clubs.swap(input));
    expect(data).toMatchObject({ variant: { id: 'six' }, frequency: { id: 'four-weeks' }, next: { period: 2, price: 80 } });
    expect(data.next?.on).not.toBe(membership.next?.on);
    expect(await clubs.swap({ ...input, variantId: 'none' })).toMatchObject({ ok: false, code: 'variant_not_found' });
  });

  test('selects another card and address of the account only [CLUB-7]', async () => {
    const who = await joined();
    const { clubs, membership } = who;
    const other = await storeCard(shop, who.id, 'card_declined');
    const stranger = await joined();
    expect(yes(await clubs.changeCard({ membershipId: membership.id, instrumentId: other })).data.card?.id).toBe(other);
    expect(await clubs.changeCard({ membershipId: membership.id, instrumentId: stranger.cardId })).toMatchObject({
      code: 'card_not_found',
    });
    const addressId = await storeAddress(shop, who.id, { suburb: 'Brisbane City', state: 'QLD', postcode: '4000' });
    const { data } = yes(await clubs.changeAddress({ membershipId: membership.id, addressId }));
    expect(data).toMatchObject({ address: { suburb: 'Brisbane City' }, next: { shippingTotal: 14.9 } });
    expect(await stranger.clubs.changeAddress({ membershipId: stranger.membership.id, addressId })).toMatchObject({
      code: 'address_not_found',
    });
  });

  test('cancels, and can join again [CLUB-4]', async () => {
    const { clubs, membership, email, cardId } = await joined();
    const { data } = yes(await clubs.cancel({ membershipId: membership.id, why: 'Too much wine' }));
    expect(data).toMatchObject({ status: 'cancelled', next: null, actions: [] });
    expect(await mailTo(shop, email, 'You have left The Table')).toBeTruthy();
    expect(yes(await clubs.cancel({ membershipId: membership.id })).data.history).toEqual(data.history);
    expect(await clubs.resume({ membershipId: membership.id })).toMatchObject({ ok: false, code: 'not_possible_now' });
    expect(yes(await clubs.join({ ...JOIN, instrumentId: cardId })).data.status).toBe('active');
  });

  test('can access only their own memberships of the market', async () => {
    const { membership, bearer } = await joined();
    const stranger = await member();
    const abroad = shop.call(membershipContract, 'sg.localhost', { authorization: `Bearer ${bearer}` });
    for (const clubs of [stranger.clubs, abroad]) {
      const found = await Promise.all([
        clubs.skip({ membershipId: membership.id, period: 2 }),
        clubs.pause({ membershipId: membership.id }),
        clubs.cancel({ membershipId: membership.id }),
        clubs.settle({ membershipId: membership.id }),
        clubs.swap({ membershipId: membership.id, variantId: 'six', frequencyId: 'monthly' }),
      ]);
      for (const result of found) expect(result.ok).toBe(false);
    }
  });
});

test('leaves the ledgers balanced', async () => {
  expect(await findInvariantViolations(shop, { 1: LEVEL, 2: LEVEL })).toEqual([]);
});
