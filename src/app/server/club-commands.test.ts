import { afterAll, beforeAll, expect, test } from 'vitest';
import { BORN, DETAILS, yes } from '../../../dev/testing/buyer.ts';
import { putClubs, storeCard, testClub } from '../../../dev/testing/clubs.ts';
import { testCustomer } from '../../../dev/testing/customer.ts';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { membershipCalls } from '../../wine-club/contract.ts';
import { CLUB_COMMANDS } from './club-commands.ts';
import { UsageError } from './command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1 }, { offerId: 'six', productId: 2 });
  await putClubs(shop, testClub());
});
afterAll(() => shop.stop());

/** Run a command as the command line does; gives what it printed and said. */
async function staff(name: string, files: readonly string[] = [], options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const lines: string[] = [];
  const { config } = shop.running.shop;
  const say = (line: string) => void lines.push(line);
  expect(await CLUB_COMMANDS[`club ${name}`]?.run({ config, database: shop.database, files, options, say, print: say })).toBe(0);
  return lines.join('\n');
}

test('a membership is listed, renewed when it is due, and shown with everything that happened', async () => {
  const { id, email, bearer } = await testCustomer(shop);
  const clubs = shop.call(membershipCalls, 'localhost', { authorization: `Bearer ${bearer}` });
  const instrumentId = await storeCard(shop, id);
  const choice = { clubId: 'table', variantId: 'dozen', frequencyId: 'monthly', agrees: true, expectedTotal: 159.9, instrumentId };
  const { membershipId } = yes(await clubs.join({ ...choice, details: DETAILS, dateOfBirth: BORN })).data;
  expect(await staff('list', [], { status: 'active', market: 'au' })).toMatch(
    new RegExp(`${membershipId}.*${email}.*active +dozen +monthly +1 `),
  );
  expect(await staff('list', [], { status: 'paused' })).not.toContain(email);
  expect(await staff('run')).toBe('0 reminded, 0 charged, 0 that were never paid ended.');
  // As if the time had come: reminded five days ago, due today.
  await shop.database.run({
    text: "update club_deliveries set due_on = current_date - 1, reminded_on = current_date - 6, price_cents = 15000 where state = 'due'",
  });
  expect(await staff('run')).toBe('0 reminded, 1 charged, 0 that were never paid ended.');
  const shown = await staff('show', [membershipId]);
  expect(shown).toContain('1 Queens Parade, Clifton Hill, VIC, 3068');
  for (const event of ['begun', 'joined', 'delivered']) expect(shown).toContain(event);
  expect(shown).toMatch(/ 2 .* paid /);
});

test.each([[], ['7'], ['00000000-0000-4000-8000-000000000000']])('what names no membership is refused: %s', async (...files) => {
  await expect(staff('show', files)).rejects.toThrow(UsageError);
});
