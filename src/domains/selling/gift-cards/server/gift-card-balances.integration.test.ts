/** The balances of gift cards while several people and shoppers change them at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveToCredit } from '#domains/selling/gift-cards/server/redeem-to-credit.ts';
import { recordEntry } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { giftCardOfficeContract } from '../office-contract.ts';
import { voidCard } from './change-gift-card.ts';
import { giftCardAccount, issueGiftCard } from './gift-card.repository.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(giftCardOfficeContract);
const read = async (id: string) => yes(await at(owner).giftCard({ id }));

/** Creates cards as an order would, without their order. */
const insertCard = (market: Market, cents: number): Promise<string> =>
  shop.database.transaction(async (transaction) => {
    const details = { recipientName: '', recipientEmail: '', senderName: '', message: '', sendOn: '' };
    await issueGiftCard(transaction, { market, cents, bought: null, details, sendAt: null });
    const row = await transaction.queryOne<{ id: string }>({ text: 'select id from gift_cards order by created_at desc limit 1' });
    return row?.id ?? '';
  });

const spend = (id: string, cents: number) =>
  shop.database.transaction((transaction) =>
    recordEntry(transaction, { account: giftCardAccount(id), kind: 'redeem', cents: -cents, source: `test:${randomUUID()}` }),
  );

describe('balances of gift cards', () => {
  const sumsOf = () =>
    shop.database.queryMany<{ id: string }>({
      text: `select a.id from ledger_accounts a left join ledger_entries e on e.account = a.id group by a.id, a.balance_cents, a.entries
        having a.balance_cents <> coalesce(sum(e.cents), 0) or a.entries <> count(e.id) or a.balance_cents < 0`,
    });

  test('of a card that is spent, held, moved, voided and restored at once add up and are never negative', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => insertCard('AU', 10_000)));
    const work = ids.flatMap((id, index) =>
      Array.from({ length: 12 }, (_, turn) => async () => {
        const step = (turn + index) % 4;
        if (step === 0) await spend(id, 700 + turn);
        if (step === 1)
          await voidCard(
            shop.database,
            { kind: 'command', name: 'Kim' },
            { id, markets: ['AU'], version: null, reason: '', key: randomUUID() },
          );
        if (step === 2) await at(owner).restoreGiftCard({ id, version: (await read(id)).version });
        if (step === 3)
          await shop.database.transaction(async (transaction) => {
            const row = await transaction.queryOne<{ code: string }>({ text: 'select code from gift_cards where id = $1', values: [id] });
            await moveToCredit(transaction, { id, code: row?.code ?? '' }, { customerId: 77, market: 'AU' });
          });
      }),
    );
    await Promise.all(work.map((run) => run()));
    expect(await sumsOf()).toEqual([]);
    for (const id of ids) {
      const { entries, ledgerBalance } = await read(id);
      expect(Math.round(entries.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(Math.round(ledgerBalance * 100));
      expect(entries.every(({ balance }) => balance >= 0)).toBe(true);
    }
  });

  test('add up to the liability of the market', async () => {
    const row = await shop.database.queryOne<{ cents: number }>({
      text: `select coalesce(sum(e.cents), 0)::integer as cents from gift_cards g join ledger_entries e on e.account = 'gift-card:' || g.id
        where g.market = 'AU' and g.expires_at > now()`,
    });
    const { markets } = yes(await at(owner).giftCardLiability({}));
    expect(markets.find(({ market }) => market === 'AU')?.outstanding).toBe((row?.cents ?? 0) / 100);
    await insertCard('SG', 2_500);
    expect(yes(await at(owner).giftCardLiability({})).markets.find(({ market }) => market === 'SG')).toEqual({
      market: 'SG',
      cards: 1,
      outstanding: 25,
      expiring: 0,
    });
  });
});
