/** Several gift cards at once over the real server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEntry } from '#lib/server/ledger.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { giftCardOfficeContract, type OfficeGiftCard } from '../office-contract.ts';
import { giftCardAccount } from './gift-card.repository.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let accounts: OfficeBrowser;
let singapore: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  const person = async (name: string, role: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles: [role] }));
  await shop.database.execute({
    text: "insert into roles (name, permissions, markets) select 'Singapore', permissions, array['SG'] from roles where name = 'Manager'",
  });
  owner = await person('Olive', 'Owner');
  accounts = await person('Ace', 'Accounts');
  singapore = await person('Sing', 'Singapore');
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(giftCardOfficeContract);
const read = async (id: string) => yes(await at(owner).giftCard({ id }));
const issue = async (amountCents: number, recipientEmail = 'ada@example.com') =>
  yes(
    await at(owner).issueGiftCard({
      ...{ market: 'AU', amountCents, recipientName: 'Ada', recipientEmail, senderName: 'The shop', message: '', reason: 'Test' },
    }),
  );
const seen = (...cards: readonly OfficeGiftCard[]) => cards.map(({ card: { id }, version }) => ({ id, version }));
const spend = (id: string, cents: number) =>
  shop.database.transaction((transaction) =>
    recordEntry(transaction, { account: giftCardAccount(id), kind: 'redeem', cents: -cents, source: `test:${randomUUID()}` }),
  );
const entriesOf = async (id: string) => (await read(id)).entries.map(({ kind }) => kind);

test('cards are voided together after a preview that changes nothing, and restored where nothing happened since', async () => {
  const [one, two, spent] = [await issue(5_000), await issue(2_000), await issue(1_000)];
  await spend(spent.card.id, 1_000);
  const cards = seen(one, two, await read(spent.card.id));
  expect(await at(accounts).changeGiftCards({ cards, action: 'void' })).toMatchObject({ ok: false, status: 422, code: 'reason_missing' });

  const preview = yes(await at(accounts).changeGiftCards({ cards, action: 'void', reason: 'Stolen', isPreview: true })).results;
  expect(preview).toMatchObject([
    { id: one.card.id, ending: one.card.ending, market: 'AU', amount: 50, isDone: true, reason: '' },
    { id: two.card.id, amount: 20, isDone: true },
    { id: spent.card.id, amount: 0, isDone: false, reason: 'The card has no balance left to void.' },
  ]);
  expect(await entriesOf(one.card.id)).toEqual(['issue']);

  const { results } = yes(await at(accounts).changeGiftCards({ cards, action: 'void', reason: 'Stolen' }));
  expect(results.map(({ isDone, amount }) => [isDone, amount])).toEqual([
    [true, 50],
    [true, 20],
    [false, 0],
  ]);
  expect(await entriesOf(one.card.id)).toEqual(['issue', 'void']);

  // A colleague restored one of them already.
  const back = results.filter(({ isDone }) => isDone).map(({ id, version }) => ({ id, version }));
  yes(await at(owner).restoreGiftCard(back[1] ?? { id: '', version: 0 }));
  expect(yes(await at(accounts).restoreGiftCards({ cards: back })).results).toMatchObject([
    { id: one.card.id, amount: 50, isDone: true },
    { id: two.card.id, isDone: false, reason: expect.stringMatching(/^Olive changed it just now, after you opened this page/) },
  ]);
  expect((await read(one.card.id)).card.balance).toBe(50);
});

test('a voided selection that is sent again with its key voids nothing twice', async () => {
  const card = await issue(5_000);
  const idempotencyKey = randomUUID();
  const send = () => at(accounts).changeGiftCards({ cards: seen(card), action: 'void', reason: 'Stolen' }, { idempotencyKey });

  const [first, second] = [yes(await send()), yes(await send())];

  expect(second).toEqual(first);
  expect(await entriesOf(card.card.id)).toEqual(['issue', 'void']);
});

test('cards that were spent since they were listed stay as they are', async () => {
  const card = await issue(5_000);
  await spend(card.card.id, 500);

  const { results } = yes(await at(owner).changeGiftCards({ cards: seen(card), action: 'void', reason: 'Lost' }));

  expect(results).toMatchObject([
    { isDone: false, reason: expect.stringMatching(/^The shop changed it just now, after you opened this page/) },
  ]);
  expect((await read(card.card.id)).card.balance).toBe(45);
});

test('the limit of a role counts for the sum, before the first card is voided', async () => {
  const cards = [await issue(30_000), await issue(30_000)];

  expect(await at(accounts).changeGiftCards({ cards: seen(...cards), action: 'void', reason: 'Lost' })).toMatchObject({
    ok: false,
    status: 403,
    code: 'over_limit',
  });
  expect(await entriesOf(cards[0]?.card.id ?? '')).toEqual(['issue']);

  const voided = yes(await at(owner).changeGiftCards({ cards: seen(...cards), action: 'void', reason: 'Lost' })).results;
  const back = voided.map(({ id, version }) => ({ id, version }));
  expect(await at(accounts).restoreGiftCards({ cards: back })).toMatchObject({ ok: false, code: 'over_limit' });
});

test('cards are emailed again to the addresses that they have', async () => {
  const [card, without] = [await issue(5_000), await issue(5_000, '')];
  await shop.database.execute({ text: 'update gift_cards set sent_at = now(), queued_at = now() where id = $1', values: [card.card.id] });
  const cards = seen(await read(card.card.id), without);

  const { results } = yes(await at(accounts).changeGiftCards({ cards, action: 'send' }));

  expect(results).toMatchObject([
    { isDone: true, amount: 50 },
    { isDone: false, reason: 'It has no email address.' },
  ]);
  expect((await read(card.card.id)).card).toMatchObject({ delivery: 'waiting', recipientEmail: 'ada@example.com', recipientName: 'Ada' });
});

test('cards of another market do not exist', async () => {
  const card = await issue(5_000);
  const missing = { ending: '', market: null, amount: 0, isDone: false, reason: 'We couldn’t find that gift card.' };

  for (const action of ['void', 'send'] as const)
    expect(yes(await at(singapore).changeGiftCards({ cards: seen(card), action, reason: 'x' })).results).toMatchObject([missing]);
  expect(yes(await at(singapore).restoreGiftCards({ cards: seen(card) })).results).toMatchObject([missing]);
  expect(await entriesOf(card.card.id)).toEqual(['issue']);
});
