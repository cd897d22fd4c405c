import { afterAll, beforeAll, expect, test } from 'vitest';
import { membershipContract } from '#domains/selling/clubs/contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createClubs, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { UsageError } from './command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1 }, { offerId: 'six', productId: 2 });
  await createClubs(shop, testClub());
});
afterAll(() => shop.stop());

async function staff(name: string, args: readonly string[] = [], options: CommandOptions = {}): Promise<string> {
  const { code, text } = await runCommand(shopAccess(shop), `club ${name}`, args, options);
  expect(code).toBe(0);
  return text;
}

test('lists a membership, renews it when due and shows its history', async () => {
  const { id, email, bearer } = await createTestCustomer(shop);
  const clubs = shop.call(membershipContract, 'localhost', { authorization: `Bearer ${bearer}` });
  const instrumentId = await storeCard(shop, id);
  const choice = { clubId: 'table', variantId: 'dozen', frequencyId: 'monthly', agrees: true, expectedTotal: 159.9, instrumentId };
  const { membershipId } = yes(await clubs.join({ ...choice, details: DETAILS, dateOfBirth: DATE_OF_BIRTH })).data;
  expect(await staff('list', [], { status: 'active', market: 'au' })).toMatch(
    new RegExp(`${membershipId}.*${email}.*active +dozen +monthly +1 `),
  );
  expect(await staff('list', [], { status: 'paused' })).not.toContain(email);
  expect(await staff('renew')).toBe('0 reminded, 0 charged, 0 never paid and ended.');
  // Makes the delivery due today, with the reminder sent five days ago.
  await shop.database.execute({
    text: "update club_deliveries set due_on = current_date - 1, reminded_on = current_date - 6, price_cents = 15000 where state = 'due'",
  });
  expect(await staff('renew')).toBe('0 reminded, 1 charged, 0 never paid and ended.');
  const output = await staff('show', [membershipId]);
  expect(output).toContain('1 Queens Parade, Clifton Hill, VIC, 3068');
  for (const event of ['begun', 'joined', 'delivered']) expect(output).toContain(event);
  expect(output).toMatch(/ 2 .* paid /);
});

test('acts for a member, logs who did it, emails the member and names what is not allowed', async () => {
  const { id, email, bearer } = await createTestCustomer(shop);
  const clubs = shop.call(membershipContract, 'localhost', { authorization: `Bearer ${bearer}` });
  const instrumentId = await storeCard(shop, id);
  const choice = { clubId: 'table', variantId: 'dozen', frequencyId: 'monthly', agrees: true, expectedTotal: 159.9, instrumentId };
  const { membershipId } = yes(await clubs.join({ ...choice, details: DETAILS, dateOfBirth: DATE_OF_BIRTH })).data;
  const by = { actor: 'Sam' };
  const ownMembership = async () => yes(await clubs.memberships({})).data[0];
  const next = (await ownMembership())?.next;
  const once = { ...by, 'idempotency-key': 'call of Tuesday' };
  expect(await staff('skip', [membershipId], once)).toMatch(/ skipped +\{.*"by":"Sam"/);
  await staff('skip', [membershipId], once);
  expect((await ownMembership())?.next?.period).toBe(3);
  await staff('unskip', [membershipId], by);
  expect((await ownMembership())?.next).toEqual(next);
  await expect(staff('unskip', [membershipId], by)).rejects.toThrow('can no longer be brought back');
  await staff('pause', [membershipId], by);
  await expect(staff('skip', [membershipId], by)).rejects.toThrow('This cannot be done with a membership that is paused.');
  expect(await staff('list', [], { email: email.toUpperCase() })).toContain('paused (member)');
  await staff('resume', [membershipId], by);
  expect(await staff('cancel', [membershipId], { ...by, reason: 'Moves abroad' })).toContain('cancelled (member)');
  await expect(staff('resume', [membershipId], by)).rejects.toThrow('cancelled');
  expect((await ownMembership())?.history.map(({ words }) => words).join(' ')).toMatch(
    /^We cancelled the membership\. We resumed .* We paused /,
  );
  expect(JSON.stringify(await ownMembership())).not.toContain('Sam');
  for (const title of ['Your membership of The Table', 'You have left The Table']) expect(await mailTo(shop, email, title)).toBeTruthy();
});

test.each([[], ['7'], ['00000000-0000-4000-8000-000000000000']])('rejects %s as a membership', async (...files) => {
  await expect(staff('show', files)).rejects.toThrow(UsageError);
});
