import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer } from '#domains/customers/identity/server/customer.repository.ts';
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import { resumeOrders } from '#domains/selling/checkout/server/resume-orders.ts';
import type { ClubRules } from '#domains/settings/model/groups/clubs.ts';
import type { Database } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { Failure } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { CLUB_RULES, createClubs, createTestClubDeps, openClubDatabase, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import type { ClubRecord } from '../model/record.ts';
import { addDays } from '../model/schedule.ts';
import type { ClubDeps } from './club-deps.ts';
import { remindDaysOf } from './club-rules.ts';
import { joinClub } from './join.ts';
import { changeCard, type MembershipActionInput, pause, resume, skip, swap } from './member-actions.ts';
import { deliveriesOf, findMembership } from './membership.repository.ts';
import { wineClubData } from './personal-membership.repository.ts';
import { renewDueMemberships } from './renew.ts';

const LEVEL = 500;
let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openClubDatabase(LEVEL));
});
afterAll(() => close());

const clock = { now: new Date() };
const on = (day: string): void => {
  clock.now = new Date(`${day}T01:00:00Z`);
};
let counter = 0;

/** The rules of clubs at a moment; now without one. */
let rulesAt = (_at?: Date): ClubRules => CLUB_RULES;
afterEach(() => {
  rulesAt = () => CLUB_RULES;
});

interface Joined {
  readonly deps: ClubDeps;
  readonly input: MembershipActionInput;
  readonly customerId: number;
  readonly cardId: string;
  /** Subjects of the e-mails since the last call. */
  readonly mails: () => string[];
  /** Runs the job on each day of a range, the last one included. */
  readonly runRenewals: (from: string, to: string) => Promise<void>;
  /** `2 paid 2027-02-28`, the newest first. */
  readonly deliveries: () => Promise<string[]>;
  readonly club: ClubRecord;
}

/** Creates a member who joined on a day. Each has a separate club, so that runs for one do not affect another. */
async function joinOn(day: string, frequencyId = 'monthly'): Promise<Joined> {
  counter += 1;
  const club = testClub({ id: `club-${counter}`, slug: `club-${counter}` });
  await createClubs({ database }, club);
  const emails: EmailContent[] = [];
  const email = `member-${counter}@example.com`;
  const deps = createTestClubDeps(database, clock, {
    enqueueEmail: async (_, to, content) => {
      if (to === email) emails.push(content);
    },
    clubRules: (_, at) => rulesAt(at),
  });
  const customer = await database.transaction((transaction) =>
    createCustomer(transaction, {
      email,
      emailVerified: true,
      passwordHash: null,
      givenName: 'Grace',
      familyName: 'Hopper',
      userMetadata: {},
    }),
  );
  const [variant] = club.variants;
  const frequency = club.frequencies.find(({ id }) => id === frequencyId);
  if (!customer || !variant || !frequency) throw new Error('nothing to join');
  const cardId = await storeCard({ database }, customer.id);
  on(day);
  const joined = await joinClub(deps, {
    customerId: customer.id,
    market: 'AU',
    club,
    variant,
    frequency,
    details: DETAILS,
    expectedCents: 159_90,
    instrumentId: cardId,
    key: null,
    input: {},
    origin: 'http://localhost',
  });
  if (joined instanceof Failure || joined.kind !== 'active') throw new Error(`joining: ${JSON.stringify(joined)}`);
  emails.length = 0;
  return {
    deps: deps,
    cardId,
    club,
    customerId: customer.id,
    input: { membershipId: joined.membershipId, customerId: customer.id, market: 'AU', key: null, input: {} },
    mails: () => emails.splice(0).map(({ subject }) => subject),
    async runRenewals(from, to) {
      for (let today = from; today <= to; today = addDays(today, 1)) {
        on(today);
        await renewDueMemberships(deps);
      }
    },
    async deliveries() {
      const rows = await deliveriesOf(database, joined.membershipId);
      return rows.map(({ period, state, dueOn, tryOn: retryOn }) => `${period} ${state} ${retryOn ?? dueOn}`);
    },
  };
}

const bank = (customerId: number, token: string): Promise<number> =>
  database.execute({ text: 'update stored_instruments set gateway_token = $2 where customer_id = $1', values: [customerId, token] });

describe('a renewal', () => {
  test('sends a reminder five days before and charges once on its day [CLUB-3, CLUB-5]', async () => {
    const { runRenewals, mails, deliveries } = await joinOn('2027-01-31');
    await runRenewals('2027-02-01', '2027-02-22');
    expect(mails()).toEqual([]);
    await runRenewals('2027-02-23', '2027-02-23');
    await runRenewals('2027-02-23', '2027-02-27');
    expect(mails()).toEqual(['We’re sending your next case on 28 February 2027']);
    expect(await deliveries()).toEqual(['2 due 2027-02-28', '1 paid 2027-01-31']);
    await runRenewals('2027-02-28', '2027-02-28');
    await runRenewals('2027-02-28', '2027-03-01');
    expect(await deliveries()).toEqual(['3 due 2027-03-31', '2 paid 2027-02-28', '1 paid 2027-01-31']);
  });

  test('sends the reminder first and charges once if the job did not run for a month', async () => {
    const { runRenewals, mails, deliveries } = await joinOn('2027-01-10');
    await runRenewals('2027-04-20', '2027-04-24');
    expect(mails()).toEqual(['We’re sending your next case on 25 April 2027']);
    await runRenewals('2027-04-25', '2027-04-30');
    expect(await deliveries()).toEqual(['3 due 2027-05-10', '2 paid 2027-04-25', '1 paid 2027-01-10']);
  });

  test('charges the price of the reminder if the club has become more expensive since', async () => {
    const { runRenewals, club, input } = await joinOn('2027-01-10');
    await runRenewals('2027-02-05', '2027-02-06');
    await createClubs({ database }, { ...club, variants: club.variants.map((variant) => ({ ...variant, price: variant.price + 50 })) });
    await runRenewals('2027-02-10', '2027-02-10');
    const [, paid] = await deliveriesOf(database, input.membershipId);
    expect(paid).toMatchObject({ period: 2, state: 'paid', priceCents: 150_00 });
  });

  test('charges the delivery fee of the reminder if delivery has become more expensive since', async () => {
    const { deps, runRenewals, input } = await joinOn('2027-01-10');
    await runRenewals('2027-02-05', '2027-02-06');
    const dearer = { ...TERMS.AU, shipping: { ...TERMS.AU.shipping, defaultCents: 20_00 } };
    const changed = { ...deps, sellingTerms: (_: Market, at?: Date) => (at && at < new Date('2027-02-07') ? TERMS.AU : dearer) };
    on('2027-02-10');
    await renewDueMemberships(changed);
    const [, paid] = await deliveriesOf(database, input.membershipId);
    const order = paid?.orderId ? await findOrder(database, paid.orderId) : null;
    expect(order).toMatchObject({ totalCents: 159_90, totals: { shippingCents: 9_90 } });
  });

  test('keeps the notice that a member agreed to, though new members get less', async () => {
    const { deps, input, mails } = await joinOn('2027-01-10');
    const shorter = { ...CLUB_RULES, remindDays: 2 };
    const changed: ClubDeps = {
      ...deps,
      clubRules: (_, at) => (at && at < new Date('2027-01-20') ? CLUB_RULES : shorter),
      longestReminder: () => 5,
    };
    on('2027-02-04');
    await renewDueMemberships(changed);
    const early = mails();
    on('2027-02-05');
    await renewDueMemberships(changed);

    expect([early, mails()]).toEqual([[], ['We’re sending your next case on 10 February 2027']]);
    expect(remindDaysOf(changed, { market: 'AU', joinedAt: new Date('2027-02-01') })).toBe(2);
    expect((await deliveriesOf(database, input.membershipId))[0]).toMatchObject({ remindedOn: '2027-02-05' });
  });

  test('gives a member more notice as soon as the rules do', async () => {
    const { deps, mails } = await joinOn('2027-01-10');
    on('2027-02-01');
    await renewDueMemberships({ ...deps, clubRules: () => ({ ...CLUB_RULES, remindDays: 9 }), longestReminder: () => 9 });

    expect(mails()).toEqual(['We’re sending your next case on 10 February 2027']);
  });

  test('retries a card by the rules of the day of the first refusal', async () => {
    const { customerId, input, deliveries, runRenewals } = await joinOn('2027-01-10');
    await bank(customerId, 'card_declined');
    await runRenewals('2027-02-05', '2027-02-10');
    rulesAt = (at) => (at && at < new Date('2027-02-11') ? CLUB_RULES : { ...CLUB_RULES, cardRetryDays: [] });
    await runRenewals('2027-02-11', '2027-02-11');
    expect((await deliveries())[0]).toBe('2 due 2027-02-13');

    rulesAt = () => ({ ...CLUB_RULES, cardRetryDays: [] });
    const other = await joinOn('2027-01-10');
    await bank(other.customerId, 'card_declined');
    await other.runRenewals('2027-02-05', '2027-02-10');
    expect(await findMembership(database, other.input.membershipId)).toMatchObject({ status: 'paused', reason: 'card' });
    expect(await findMembership(database, input.membershipId)).toMatchObject({ status: 'active' });
  });

  test('retries a declined card after 1, 3 and 7 days, e-mails each failure, then pauses', async () => {
    const { runRenewals, mails, deliveries, customerId, input, deps } = await joinOn('2027-01-10');
    await bank(customerId, 'card_declined');
    await runRenewals('2027-02-05', '2027-02-16');
    expect(await deliveries()).toEqual(['2 due 2027-02-17', '1 paid 2027-01-10']);
    await runRenewals('2027-02-17', '2027-02-20');
    expect(mails()).toEqual([
      'We’re sending your next case on 10 February 2027',
      ...Array.from({ length: 3 }, () => 'We couldn’t charge your card'),
      'The Table is paused',
    ]);
    expect(await findMembership(database, input.membershipId)).toMatchObject({ status: 'paused', reason: 'card' });
    expect(await deliveries()).toEqual(['3 due 2027-03-10', '2 unpaid 2027-02-10', '1 paid 2027-01-10']);
    await runRenewals('2027-03-01', '2027-03-20');
    expect(mails()).toEqual([]);
    expect(await changeCard(deps, input, await storeCard({ database }, customerId))).toBeNull();
    expect(await resume(deps, input)).toBeNull();
    await runRenewals('2027-03-20', '2027-04-10');
    expect(await deliveries()).toEqual(
      ['3 paid 2027-04-10', '2 unpaid 2027-02-10', '1 paid 2027-01-10'].toSpliced(0, 0, '4 due 2027-05-10'),
    );
  });

  test.each(['card_confirm', 'card_insufficient_funds'])('treats %s as declined and charges a valid card the next day', async (token) => {
    const { runRenewals, deliveries, customerId, input, deps } = await joinOn('2027-01-10');
    await bank(customerId, token);
    await runRenewals('2027-02-05', '2027-02-10');
    expect(await deliveries()).toEqual(['2 due 2027-02-11', '1 paid 2027-01-10']);
    expect(await changeCard(deps, input, await storeCard({ database }, customerId))).toBeNull();
    await runRenewals('2027-02-11', '2027-02-11');
    expect((await deliveries())[1]).toBe('2 paid 2027-02-10');
  });

  test('does not report a card as declined while its payment cannot be cancelled', async () => {
    const { runRenewals, mails, deliveries, customerId, deps } = await joinOn('2027-01-10');
    await bank(customerId, 'card_confirm');
    await runRenewals('2027-02-05', '2027-02-09');
    on('2027-02-10');
    const gateway = { ...deps.checkout.gateway, cancel: () => Promise.reject(new Error('away')) };
    await expect(renewDueMemberships({ ...deps, checkout: { ...deps.checkout, gateway } })).rejects.toThrow('could not be renewed');
    expect(mails()).not.toContain('We couldn’t charge your card');
    await runRenewals('2027-02-10', '2027-02-10');
    expect(mails().filter((subject) => subject === 'We couldn’t charge your card')).toHaveLength(1);
    expect(await deliveries()).toEqual(['2 due 2027-02-11', '1 paid 2027-01-10']);
  });

  test('treats a removed card as declined', async () => {
    const { runRenewals, mails, customerId } = await joinOn('2027-01-10');
    await database.execute({ text: 'delete from stored_instruments where customer_id = $1', values: [customerId] });
    await runRenewals('2027-02-05', '2027-02-10');
    expect(mails()).toContain('We couldn’t charge your card');
  });

  test('looks for a sold-out case after 2, 4 and 7 days, then skips the delivery', async () => {
    const { runRenewals, mails, deliveries, input } = await joinOn('2027-01-10');
    await database.execute({ text: "update offers set inventory_status = 'SOLD_OUT' where offer_id = 'dozen'" });
    await runRenewals('2027-02-05', '2027-02-17');
    await database.execute({ text: "update offers set inventory_status = 'AVAILABLE' where offer_id = 'dozen'" });
    expect(mails().slice(1)).toEqual([...Array.from({ length: 3 }, () => 'Your case has sold out for now'), 'We’ve skipped this delivery']);
    expect(await deliveries()).toEqual(['3 due 2027-03-10', '2 missed 2027-02-10', '1 paid 2027-01-10']);
    expect(await findMembership(database, input.membershipId)).toMatchObject({ status: 'active' });
  });

  test('charges a case that is back in stock', async () => {
    const { runRenewals, deliveries } = await joinOn('2027-01-10');
    await database.execute({ text: 'update stock_levels set level = 0 where product_id = 1' });
    await runRenewals('2027-02-05', '2027-02-11');
    await database.execute({
      text: 'update stock_levels set level = $1 - (select coalesce(sum(quantity), 0) from stock_reservations where product_id = 1 and state = $2) where product_id = 1',
      values: [LEVEL, 'committed'],
    });
    await runRenewals('2027-02-12', '2027-02-12');
    expect((await deliveries())[1]).toBe('2 paid 2027-02-10');
  });

  test('pauses the membership if the club closes', async () => {
    const { runRenewals, mails, club, input, deliveries } = await joinOn('2027-01-10');
    await createClubs({ database }, { ...club, state: 'closed' });
    await runRenewals('2027-02-05', '2027-02-12');
    expect(mails()).toEqual(['The Table is paused']);
    expect(await findMembership(database, input.membershipId)).toMatchObject({ status: 'paused', reason: 'club' });
    expect(await deliveries()).toEqual(['2 due 2027-02-10', '1 paid 2027-01-10']);
  });
});

describe('changes by a member', () => {
  test('apply after the reminder: a skip is not charged, a swap is [CLUB-3]', async () => {
    const one = await joinOn('2027-01-10');
    const other = await joinOn('2027-01-10');
    await one.runRenewals('2027-02-05', '2027-02-06');
    await skip(one.deps, one.input, 2);
    await swap(other.deps, other.input, 'six', 'monthly');
    await one.runRenewals('2027-02-07', '2027-02-12');
    expect(await one.deliveries()).toEqual(['3 due 2027-03-10', '2 skipped 2027-02-10', '1 paid 2027-01-10']);
    expect((await deliveriesOf(database, other.input.membershipId))[1]).toMatchObject({ state: 'paid', priceCents: 80_00 });
  });

  test('count another frequency from the last delivery', async () => {
    const { deps, input, deliveries } = await joinOn('2027-01-10');
    expect(await swap(deps, input, 'dozen', 'four-weeks')).toBeNull();
    expect(await deliveries()).toEqual(['2 due 2027-02-07', '1 paid 2027-01-10']);
  });

  test('resume after a pause on a day of the schedule that leaves time for a reminder', async () => {
    const { deps, input, runRenewals, deliveries } = await joinOn('2027-01-10');
    expect(await pause(deps, input)).toBeNull();
    await runRenewals('2027-02-01', '2027-03-07');
    expect(await resume(deps, input)).toBeNull();
    expect(await deliveries()).toEqual(['2 due 2027-04-10', '1 paid 2027-01-10']);
  });
});

test('stops charges after the account is deleted, and keeps only accounting data', async () => {
  const { customerId, input, runRenewals, deliveries } = await joinOn('2027-01-10');
  await runRenewals('2027-02-05', '2027-02-06');
  await database.transaction((transaction) => wineClubData.erase(transaction, { id: customerId }));
  await runRenewals('2027-02-07', '2027-02-20');
  expect(await deliveries()).toEqual(['1 paid 2027-01-10']);
  expect(await findMembership(database, input.membershipId)).toMatchObject({ status: 'cancelled', reason: 'account', customerId: 0 });
  expect(JSON.stringify(await findMembership(database, input.membershipId))).not.toContain('Queens Parade');
});

test('leaves no draft and no next delivery if the account is deleted during a payment', async () => {
  const { customerId, runRenewals, deliveries, deps } = await joinOn('2027-01-10');
  await runRenewals('2027-02-05', '2027-02-09');
  on('2027-02-10');
  // The gateway is unavailable, so the draft stays open.
  const unavailable = {
    ...deps,
    checkout: { ...deps.checkout, gateway: { ...deps.checkout.gateway, begin: () => Promise.reject(new Error('away')) } },
  };
  await expect(renewDueMemberships(unavailable)).rejects.toThrow('could not be renewed');
  await database.transaction((transaction) => wineClubData.erase(transaction, { id: customerId }));
  await database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(deps.checkout);
  await runRenewals('2027-02-11', '2027-02-12');
  expect((await deliveries()).filter((row) => row.includes('paid'))).toEqual(['1 paid 2027-01-10']);
  expect(await database.queryMany({ text: "select id from orders where status = 'Incomplete'" })).toEqual([]);
});

test('leaves the ledgers balanced', async () => {
  expect(await findInvariantViolations({ database }, { 1: LEVEL, 2: LEVEL })).toEqual([]);
});
