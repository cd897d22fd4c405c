import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditRecord } from '#domains/selling/store-credit/model/record.ts';
import { CREDIT_EXPORT, creditAccount, grantCredit, writeCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { recordEntry } from '#lib/server/ledger.repository.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { giftCardRecord } from '../model/record.ts';
import { giftCardAccount, issueGiftCard } from './gift-card.repository.ts';
import { GIFT_CARD_EXPORT, writeGiftCards } from './gift-card-record.repository.ts';

const open: { database: Database; drop: () => Promise<void> }[] = [];
async function emptyStore(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, 2);
  open.push({ database, drop });
  return database;
}
let from: Database;
let to: Database;
beforeAll(async () => {
  [from, to] = [await emptyStore(), await emptyStore()];
});
afterAll(async () => {
  for (const { database, drop } of open) {
    await database.close();
    await drop();
  }
});
const exported = async (database: Database, text: string) =>
  (await database.queryMany<{ record: unknown }>({ text, values: ['', 100] })).map(({ record }) => record);

test('exports and imports gift cards and credit without loss, and changes nothing the second time [GIFT-4]', async () => {
  const owner = { customerId: 1002, market: 'SG' as const };
  await from.transaction(async (transaction) => {
    const details = { recipientName: 'Ada', recipientEmail: 'ada@example.com', senderName: 'Grace', message: 'Cheers', sendOn: '' };
    const orderId = '11111111-1111-4111-8111-111111111111';
    await issueGiftCard(transaction, { market: 'AU', cents: 5050, bought: { orderId, position: 0, unit: 0 }, details, sendAt: null });
    const card = await transaction.queryOne<{ id: string }>({ text: 'select id from gift_cards' });
    const account = giftCardAccount(card?.id ?? '');
    await recordEntry(transaction, { account, kind: 'redeem', cents: -1234, source: 'order:1' });
    await grantCredit(transaction, owner, { cents: 3500, source: 'referral:SG:1002', note: 'Ada’s first order' });
    await recordEntry(transaction, { account: creditAccount(owner), kind: 'spend', cents: -1, source: 'order:2' });
  });
  const cards = (await exported(from, GIFT_CARD_EXPORT)).map((record) => giftCardRecord.parse(record));
  const credit = (await exported(from, CREDIT_EXPORT)).map((record) => creditRecord.parse(record));
  const write = () =>
    to.transaction(async (transaction) => [await writeGiftCards(transaction, cards), await writeCredit(transaction, credit)]);
  expect(await write()).toEqual([
    { added: 1, changed: 0, unchanged: 0 },
    { added: 1, changed: 0, unchanged: 0 },
  ]);
  expect(await exported(to, GIFT_CARD_EXPORT)).toEqual(await exported(from, GIFT_CARD_EXPORT));
  expect(await exported(to, CREDIT_EXPORT)).toEqual(await exported(from, CREDIT_EXPORT));
  expect((await write()).map(({ unchanged }) => unchanged)).toEqual([1, 1]);
});
