/** The office's club calls over the real server, by people with different roles and markets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, createMember, declineCard, remindMember, setCardToken, type TestMember, testClub } from '#tests/fixtures/clubs.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { clubOfficeContract } from '../office-contract.ts';

const LEVEL = 5_000;
let shop: TestShop;
let olive: OfficeBrowser;
let cleo: OfficeBrowser;
let reader: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: LEVEL }, { offerId: 'six', productId: 2, level: LEVEL });
  await createClubs(shop, testClub(), testClub({ id: 'table-sg', slug: 'table', market: 'SG' }));
  const person = async (name: string, role: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles: [role] }));
  olive = await person('Olive', 'Owner');
  cleo = await person('Cleo', 'Clubs');
  reader = await person('Rea', 'Read-only');
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(clubOfficeContract);
const read = async ({ id }: TestMember, browser = olive) => yes(await at(browser).member({ id }));
const seen = async (member: TestMember) => {
  const { id, version } = await read(member);
  return { id, version };
};
const activityOf = ({ id }: TestMember) =>
  shop.database.queryMany<{ action: string; actor_name: string; market: string | null }>({
    text: "select action, actor_name, market from activity_log where subject_kind = 'membership' and subject_id = $1 order by id",
    values: [id],
  });
const paymentsOf = async ({ id }: TestMember): Promise<number> => {
  const row = await shop.database.queryOne<{ count: number }>({
    text: "select count(*)::integer as count from sandbox_gateway.payments p join orders o on p.merchant_key = o.id::text join club_deliveries d on d.id = o.cart_id where d.membership_id = $1 and p.status = 'captured'",
    values: [id],
  });
  return row?.count ?? 0;
};
const ordersOf = async ({ id }: TestMember): Promise<number> => {
  const row = await shop.database.queryOne<{ count: number }>({
    text: 'select count(*)::integer as count from orders o join club_deliveries d on d.id = o.cart_id where d.membership_id = $1 and o.number is not null',
    values: [id],
  });
  return row?.count ?? 0;
};

describe('charging a declined card again', () => {
  test('charges once if two people press at the same time', async () => {
    const member = await createMember(shop);
    await declineCard(shop, member);
    const before = await read(member);
    expect(before).toMatchObject({ canCharge: true, problem: { of: 'declined', tries: 1, left: 3 } });

    const answers = await Promise.all(
      [olive, cleo, olive, cleo].map((browser) => at(browser).chargeMember({ id: member.id, version: before.version })),
    );

    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(answers.filter((answer) => !answer.ok).every((answer) => !answer.ok && answer.code === 'changed_meanwhile')).toBe(true);
    expect([await ordersOf(member), await paymentsOf(member)]).toEqual([2, 2]);
    const after = await read(member);
    expect(after).toMatchObject({
      canCharge: false,
      problem: null,
      deliveries: [
        { period: 2, state: 'paid' },
        { period: 1, state: 'paid' },
      ],
    });
    expect(after.timeline.map(({ event, actor }) => `${event} by ${actor}`)).toContain('charged by Olive');
  });

  test('is refused to the second person, who reads what happened', async () => {
    const member = await createMember(shop);
    await declineCard(shop, member);
    const version = await seen(member);
    yes(await at(cleo).chargeMember(version));
    expect(await at(olive).chargeMember(version)).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^The shop changed/),
    });
    expect(await at(olive).chargeMember(await seen(member))).toMatchObject({ ok: false, code: 'nothing_due' });
    expect(await ordersOf(member)).toBe(2);
  });

  test('says that the card was declined again, once for everybody who pressed', async () => {
    const member = await createMember(shop);
    await declineCard(shop, member);
    await setCardToken(shop, member, 'card_declined');
    const version = await seen(member);
    const answers = await Promise.all([olive, cleo].map((browser) => at(browser).chargeMember(version)));
    expect(answers.some((answer) => !answer.ok && answer.code === 'card_declined')).toBe(true);
    expect(await read(member)).toMatchObject({ status: 'active', canCharge: true, problem: { of: 'declined', tries: 2, left: 2 } });
    expect(await ordersOf(member)).toBe(1);
  });

  test('takes no money after a cancellation or a pause, also if both happen at once', async () => {
    const late = await createMember(shop);
    await declineCard(shop, late);
    yes(await at(cleo).cancelMember({ ...(await seen(late)), reason: 'moves abroad' }));
    expect(await at(olive).chargeMember(await seen(late))).toMatchObject({ ok: false, status: 409, code: 'not_possible_now' });
    expect(await ordersOf(late)).toBe(1);

    const paused = await createMember(shop);
    await declineCard(shop, paused);
    yes(await at(cleo).pauseMember(await seen(paused)));
    expect(await at(olive).chargeMember(await seen(paused))).toMatchObject({ ok: false, code: 'not_possible_now' });
    expect(await ordersOf(paused)).toBe(1);

    const race = await createMember(shop);
    await declineCard(shop, race);
    const version = await seen(race);
    const [charged, cancelled] = await Promise.all([at(olive).chargeMember(version), at(cleo).cancelMember(version)]);
    const { status, deliveries } = await read(race);
    expect(await ordersOf(race)).toBe(charged.ok ? 2 : 1);
    expect(status).toBe(cancelled.ok ? 'cancelled' : 'active');
    expect(deliveries.filter(({ state }) => state === 'paid')).toHaveLength(charged.ok ? 2 : 1);
    expect(await paymentsOf(race)).toBe(charged.ok ? 2 : 1);
  });

  test('is refused before its day, without a card, and if the case is sold out', async () => {
    const member = await createMember(shop);
    expect(await at(olive).chargeMember(await seen(member))).toMatchObject({ ok: false, code: 'nothing_due' });
    await declineCard(shop, member);
    await shop.database.execute({ text: "update offers set inventory_status = 'SOLD_OUT' where offer_id = 'dozen'" });
    expect(await at(olive).chargeMember(await seen(member))).toMatchObject({ ok: false, code: 'sold_out' });
    await shop.database.execute({ text: "update offers set inventory_status = 'AVAILABLE' where offer_id = 'dozen'" });
    await shop.database.execute({ text: 'delete from stored_instruments where id = $1', values: [member.cardId] });
    expect(await at(olive).chargeMember(await seen(member))).toMatchObject({ ok: false, code: 'card_missing' });
    expect((await read(member)).problem).toMatchObject({ tries: 1 });
  });
});

describe('changes for a member', () => {
  test('skips and brings back a case, emails the member and logs who did it', async () => {
    const member = await createMember(shop);
    const before = await read(member);
    const skipped = yes(await at(cleo).skipDelivery({ ...(await seen(member)), period: 2 }));
    expect(skipped.skipped).toMatchObject({ period: 2, on: before.next?.dueOn });
    expect(skipped.next?.dueOn).toBe(before.later[0]);
    const back = yes(await at(cleo).unskipDelivery({ ...(await seen(member)), period: 2 }));
    expect(back.next).toMatchObject({ period: 2, dueOn: before.next?.dueOn });
    expect((await activityOf(member)).map(({ action, actor_name: actor, market }) => `${action} ${actor} ${market}`)).toEqual([
      'membership.skipped Cleo AU',
      'membership.unskipped Cleo AU',
    ]);
    await mailTo(shop, member.customer.email, 'Your membership of The Table');
  });

  test('asks for a reason once the member was told of the charge', async () => {
    const member = await createMember(shop);
    await remindMember(shop, member, 3);
    const version = await seen(member);
    expect(await at(cleo).skipDelivery({ ...version, period: 2 })).toMatchObject({ ok: false, status: 422, code: 'reason_missing' });
    const skipped = yes(await at(cleo).skipDelivery({ ...version, period: 2, reason: 'on holiday, called at 14:00' }));
    expect(skipped.timeline[0]).toMatchObject({ event: 'skipped', actor: 'Cleo', note: 'on holiday, called at 14:00' });
  });

  test('pauses, resumes, changes the case, and cancels with a reason', async () => {
    const member = await createMember(shop);
    expect(yes(await at(cleo).pauseMember({ ...(await seen(member)), reason: 'cellar is full' }))).toMatchObject({
      status: 'paused',
      next: null,
    });
    expect(yes(await at(cleo).resumeMember(await seen(member)))).toMatchObject({ status: 'active' });
    const swapped = yes(await at(cleo).swapCase({ ...(await seen(member)), variantId: 'six', frequencyId: 'four-weeks' }));
    expect(swapped).toMatchObject({ variant: { id: 'six', price: 80 }, frequency: { id: 'four-weeks' } });
    expect(await at(cleo).swapCase({ ...(await seen(member)), variantId: 'magnum', frequencyId: 'monthly' })).toMatchObject({
      ok: false,
      code: 'variant_not_found',
    });
    const cancelled = yes(await at(cleo).cancelMember({ ...(await seen(member)), reason: 'moves abroad' }));
    expect(cancelled).toMatchObject({ status: 'cancelled', actions: [], canCharge: false, next: null });
    expect(cancelled.timeline[0]).toMatchObject({ event: 'cancelled', actor: 'Cleo', note: 'moves abroad' });
    expect(await at(cleo).resumeMember(await seen(member))).toMatchObject({ ok: false, code: 'not_possible_now' });
  });

  test('refuses to resume without a card, and to skip a case that was charged', async () => {
    const member = await createMember(shop);
    expect(await at(cleo).skipDelivery({ ...(await seen(member)), period: 1 })).toMatchObject({ ok: false, code: 'delivery_charged' });
    expect(await at(cleo).unskipDelivery({ ...(await seen(member)), period: 1 })).toMatchObject({ ok: false, code: 'skip_over' });
    yes(await at(cleo).pauseMember(await seen(member)));
    await shop.database.execute({ text: 'delete from stored_instruments where id = $1', values: [member.cardId] });
    expect(await at(cleo).resumeMember(await seen(member))).toMatchObject({ ok: false, code: 'card_missing' });
  });

  test('tells the second of two people who changed the membership and when', async () => {
    const member = await createMember(shop);
    const version = await seen(member);
    yes(await at(cleo).pauseMember(version));
    for (const answer of [
      await at(olive).pauseMember(version),
      await at(olive).skipDelivery({ ...version, period: 2 }),
      await at(olive).cancelMember(version),
    ])
      expect(answer).toMatchObject({
        ok: false,
        status: 409,
        code: 'changed_meanwhile',
        title: expect.stringMatching(/^Cleo changed this just now/),
      });
    expect(await read(member)).toMatchObject({ status: 'paused' });
  });

  test('sends links for the card and the address, and keeps notes', async () => {
    const member = await createMember(shop);
    yes(await at(cleo).sendMemberLink({ id: member.id, about: 'card' }));
    const noted = yes(await at(cleo).addMemberNote({ id: member.id, text: 'Prefers a call.' }));
    expect(linkIn(await mailTo(shop, member.customer.email, 'check the card'))).toBe(`/account/wine-clubs?membership=${member.id}`);
    expect(noted.timeline.slice(0, 2)).toMatchObject([
      { event: 'note', actor: 'Cleo', note: 'Prefers a call.' },
      { event: 'link_sent', actor: 'Cleo', detail: 'card' },
    ]);
    await shop.database.execute({ text: 'update club_memberships set customer_id = 0 where id = $1', values: [member.id] });
    expect(await at(cleo).sendMemberLink({ id: member.id, about: 'card' })).toMatchObject({ ok: false, code: 'no_email' });
  });
});

describe('several members at once', () => {
  test('previews and skips, with a reason for each that is refused', async () => {
    const [plain, told, paused] = [await createMember(shop), await createMember(shop), await createMember(shop)];
    await remindMember(shop, told, 3);
    yes(await at(cleo).pauseMember(await seen(paused)));
    const members = [plain, told, paused].map(({ id }) => ({ id, period: 0 }));

    const preview = yes(await at(cleo).changeMembers({ members, action: 'skip', isPreview: true }));
    expect(preview.results.map(({ isDone }) => isDone)).toEqual([true, false, false]);
    expect(preview.results.map(({ reason }) => reason).join()).toMatch(/a reason is needed.*paused/);
    expect(await read(plain)).toMatchObject({ next: { period: 2 }, skipped: null });

    const chosen = preview.results.map(({ id, period }) => ({ id, period }));
    const change = { members: chosen, action: 'skip' as const, reason: 'bottling is late', isPreview: false };
    expect(yes(await at(cleo).changeMembers(change)).results.map(({ isDone }) => isDone)).toEqual([true, true, false]);
    // A repeat does not skip the case after it.
    expect(yes(await at(cleo).changeMembers(change)).results.map(({ isDone }) => isDone)).toEqual([true, true, false]);
    expect(await read(plain)).toMatchObject({ next: { period: 3 }, skipped: { period: 2 } });
  });
});

describe('access', () => {
  test('a member of another market does not exist', async () => {
    const member = await createMember(shop);
    await shop.database.execute({
      text: "insert into roles (name, description, permissions, markets, refund_limit_cents) values ('Singapore', '', '{clubs.read,clubs.write,customers.export}', '{SG}', 0)",
    });
    const sela = await signInAs(shop, await createTestStaff(shop.database, { email: 'sela@shop.example', roles: ['Singapore'] }));
    const calls = at(sela);
    const { id, version } = await seen(member);
    const changed = { id, version };
    for (const answer of [
      await calls.member({ id }),
      await calls.skipDelivery({ ...changed, period: 2 }),
      await calls.unskipDelivery({ ...changed, period: 2 }),
      await calls.pauseMember(changed),
      await calls.resumeMember(changed),
      await calls.swapCase({ ...changed, variantId: 'six', frequencyId: 'monthly' }),
      await calls.cancelMember(changed),
      await calls.chargeMember(changed),
      await calls.sendMemberLink({ id, about: 'card' }),
      await calls.addMemberNote({ id, text: 'x' }),
    ])
      expect(answer).toMatchObject({ ok: false, status: 404, code: 'not_found' });
    expect(yes(await calls.members({ 'filter[market]': 'AU' })).rows).toEqual([]);
    expect(yes(await calls.clubNames({})).clubs).toEqual([{ id: 'table-sg', name: 'The Table', market: 'SG' }]);
    expect(yes(await calls.changeMembers({ members: [{ id, period: 2 }], action: 'pause' })).results).toMatchObject([
      { isDone: false, name: '' },
    ]);
    expect(yes(await calls.exportMembers({})).rows).toBe(0);
    expect(await read(member)).toMatchObject({ status: 'active', version });
  });

  test('reading changes nothing, and an export asks for a second factor', async () => {
    const member = await createMember(shop);
    expect(await at(reader).pauseMember(await seen(member))).toMatchObject({ ok: false, status: 403, code: 'permission_missing' });
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'max@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).exportMembers({})).toMatchObject({ ok: false, status: 403, code: 'step_up_required' });
    const { csv, rows } = yes(await at(olive).exportMembers({ ids: [member.id] }));
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`${member.customer.email},AU,The Table,A dozen,Every month,active`);
  });
});

test('leaves the ledgers balanced', async () => {
  expect(await findInvariantViolations(shop, { 1: LEVEL, 2: LEVEL })).toEqual([]);
});
