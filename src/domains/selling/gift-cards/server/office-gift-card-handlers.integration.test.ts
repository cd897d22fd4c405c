/** The office's gift card calls over the real server, by people with different roles. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIFT_CARD_DELIVERIES } from '#domains/selling/gift-cards/model/gift-card-list.ts';
import { voidGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { moveToCredit } from '#domains/selling/gift-cards/server/redeem-to-credit.ts';
import { recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { placeHold, recordEntry } from '#lib/server/ledger.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { giftCardOfficeContract } from '../office-contract.ts';
import { cardToSend, giftCardAccount, markSent } from './gift-card.repository.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let accounts: OfficeBrowser;
let reader: OfficeBrowser;
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
  reader = await person('Rita', 'Read-only');
  singapore = await person('Sing', 'Singapore');
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(giftCardOfficeContract);
const read = async (id: string, browser = owner) => yes(await at(browser).giftCard({ id }));
const NEW = {
  market: 'AU' as const,
  amountCents: 5_000,
  recipientName: 'Ada',
  recipientEmail: 'ada@example.com',
  senderName: 'The shop',
  message: 'Cheers',
  reason: 'A broken bottle',
};
const issue = async (input: Partial<typeof NEW> = {}, browser = owner) => yes(await at(browser).issueGiftCard({ ...NEW, ...input }));

const spend = (id: string, cents: number) =>
  shop.database.transaction((transaction) =>
    recordEntry(transaction, { account: giftCardAccount(id), kind: 'redeem', cents: -cents, source: `test:${randomUUID()}` }),
  );
const hold = (id: string, cents: number) =>
  shop.database.transaction((transaction) =>
    placeHold(transaction, { account: giftCardAccount(id), key: randomUUID(), kind: 'redeem', cents }),
  );
const activityOf = (id: string) =>
  shop.database.queryMany<{ action: string; actor_name: string; after: Record<string, unknown> | null }>({
    text: "select action, actor_name, after from activity_log where subject_kind = 'gift_card' and subject_id = $1 order by id",
    values: [id],
  });
/** Events of a card but for its emails, which go out in the meantime. */
const looksAt = async (id: string) => (await read(id)).events.filter(({ event }) => event !== 'sent');
const expire = (id: string) =>
  shop.database.execute({ text: "update gift_cards set expires_at = now() - interval '1 day' where id = $1", values: [id] });

describe('a gift card in the office', () => {
  test('is issued once per press, with its reason, and is emailed', async () => {
    const idempotencyKey = randomUUID();
    const pressed = await Promise.all(Array.from({ length: 4 }, () => at(accounts).issueGiftCard(NEW, { idempotencyKey })));
    const ids = new Set(pressed.map((answer) => yes(answer).card.id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    const shown = await read(id);
    expect(shown).toMatchObject({
      card: { market: 'AU', state: 'active', delivery: 'waiting', initial: 50, balance: 50, recipientEmail: 'ada@example.com' },
      entries: [{ kind: 'issue', amount: 50, balance: 50, author: 'Ace', reason: 'A broken bottle' }],
      ledgerBalance: 50,
    });
    expect(JSON.stringify(shown)).not.toContain((await cardToSend(shop.database, id))?.code ?? 'none');
    const log = await activityOf(id);
    expect(log).toMatchObject([{ action: 'gift_card.issued', actor_name: 'Ace', after: { amount: 50, fields: ['reason', 'recipient'] } }]);
  });

  test('is not issued beyond the limit of a role, without a fresh factor above $500, or in another market', async () => {
    expect(await at(accounts).issueGiftCard({ ...NEW, amountCents: 50_001 })).toMatchObject({
      ok: false,
      status: 403,
      code: 'over_limit',
      title: expect.stringMatching(/up to \$500\.00 at once/),
    });
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'tired@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).issueGiftCard({ ...NEW, amountCents: 50_001 })).toMatchObject({ ok: false, code: 'step_up_required' });
    expect(yes(await at(tired).issueGiftCard({ ...NEW, amountCents: 50_000 })).card.balance).toBe(500);
    expect(yes(await at(owner).issueGiftCard({ ...NEW, amountCents: 50_001 })).card.balance).toBe(500.01);
    expect(await at(singapore).issueGiftCard(NEW)).toMatchObject({ ok: false, status: 404 });
    expect(await at(reader).issueGiftCard(NEW)).toMatchObject({ ok: false, status: 403, code: 'permission_missing' });
  });

  test('needs an address, unless the person may see its code', async () => {
    expect(await at(accounts).issueGiftCard({ ...NEW, recipientEmail: '' })).toMatchObject({ ok: false, code: 'permission_missing' });
    const { card } = await issue({ recipientEmail: '' });
    expect(card.delivery).toBe('none');
    expect(yes(await at(owner).revealGiftCard({ id: card.id })).code).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  test.each([
    ['Amount cents', { amountCents: 500_001 }],
    ['Amount cents', { amountCents: 0 }],
    ['Recipient email', { recipientEmail: 'nobody' }],
    ['Recipient name', { recipientName: 'evil.example' }],
    ['Reason', { reason: ' ' }],
    ['Message', { message: 'a\0b' }],
    ['Send on', { sendOn: 'tomorrow' }],
  ])('is not issued with a wrong %s', async (field, input) => {
    const refused = await at(owner).issueGiftCard({ ...NEW, ...input });
    expect(refused).toMatchObject({ ok: false, status: 400, code: 'invalid_input' });
    expect(!refused.ok && refused.title).toContain(field);
  });

  test('is not sent on a day that is over', async () => {
    expect(await at(owner).issueGiftCard({ ...NEW, sendOn: '2020-01-01' })).toMatchObject({ ok: false, code: 'gift_day' });
  });

  test('is printed by whoever may see its code, with what can be spent of it', async () => {
    const { card } = await issue();
    await spend(card.id, 1_500);
    const { code } = yes(await at(owner).revealGiftCard({ id: card.id }));
    const { fileName, content } = yes(await at(owner).printGiftCard({ id: card.id }));
    const { title, pages } = await readPdf(Buffer.from(content, 'base64'));
    expect(fileName).toBe(`gift-card-${card.ending.toLowerCase()}.pdf`);
    expect(title).toBe('Cellardoor gift card');
    expect(pages).toHaveLength(1);
    // A5, landscape.
    expect(pages[0]?.width).toBeCloseTo(595, 0);
    expect(pages[0]?.height).toBeCloseTo(420, 0);
    expect(pages[0]?.margin).toBeGreaterThan(30);
    const lines = pages[0]?.lines.join('\n') ?? '';
    for (const part of [code, '$35.00', 'Ada', 'The shop', 'Cheers', 'enter the code at the checkout of', '/gift-cards/balance'])
      expect(lines).toContain(part);
    expect(await at(accounts).printGiftCard({ id: card.id })).toMatchObject({ ok: false, code: 'permission_missing' });
    expect(await looksAt(card.id)).toMatchObject([{ event: 'revealed' }, { event: 'printed', actor: 'Olive' }]);
  });

  test('is not printed when nothing is left on it', async () => {
    const { card } = await issue();
    await hold(card.id, 5_000);
    expect(await at(owner).printGiftCard({ id: card.id })).toMatchObject({ ok: false, status: 409, code: 'nothing_to_print' });
    expect(await activityOf(card.id)).toHaveLength(1);
  });

  test('shows its whole code to few, after a second factor, and in the log', async () => {
    const { card } = await issue();
    const { code } = yes(await at(owner).revealGiftCard({ id: card.id }));
    expect(code.endsWith(card.ending)).toBe(true);
    expect(await at(accounts).revealGiftCard({ id: card.id })).toMatchObject({ ok: false, code: 'permission_missing' });
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'late@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).revealGiftCard({ id: card.id })).toMatchObject({ ok: false, code: 'step_up_required' });
    expect((await activityOf(card.id)).map(({ action }) => action)).toEqual(['gift_card.issued', 'gift_card.revealed']);
    expect(await looksAt(card.id)).toMatchObject([{ event: 'revealed', actor: 'Olive' }]);
    const kept = await shop.database.queryMany({
      text: 'select 1 from idempotency_keys where response::text like $1',
      values: [`%${code}%`],
    });
    expect(kept).toEqual([]);
  });

  test('is voided for what an order in progress leaves, and restored once', async () => {
    const { card, version } = await issue();
    await spend(card.id, 1_500);
    await hold(card.id, 1_000);
    const late = await at(accounts).voidGiftCard({ id: card.id, version, reason: 'Lost' });
    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^The shop changed this just now/),
    });

    const current = await read(card.id);
    expect(current.card).toMatchObject({ balance: 35, held: 10 });
    const voided = yes(await at(accounts).voidGiftCard({ id: card.id, version: current.version, reason: 'Lost' }));
    expect(voided).toMatchObject({ card: { balance: 10 }, restorable: 25 });
    expect(voided.entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['issue', 50, 50],
      ['redeem', -15, 35],
      ['void', -25, 10],
    ]);
    expect(voided.entries.at(-1)).toMatchObject({ author: 'Ace', reason: 'Lost' });
    expect(await at(accounts).voidGiftCard({ id: card.id, version: voided.version, reason: 'Again' })).toMatchObject({
      code: 'nothing_left',
    });

    const restored = await Promise.all(
      Array.from({ length: 3 }, () => at(accounts).restoreGiftCard({ id: card.id, version: voided.version })),
    );
    expect(restored.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await read(card.id)).toMatchObject({ card: { balance: 35, state: 'active' }, restorable: 0, ledgerBalance: 35 });
    expect(await at(accounts).restoreGiftCard({ id: card.id, version: (await read(card.id)).version })).toMatchObject({
      code: 'cannot_restore',
    });
    expect((await activityOf(card.id)).map(({ action }) => action)).toEqual(['gift_card.issued', 'gift_card.voided', 'gift_card.restored']);
  });

  test('is void after the whole balance was taken, and cannot be restored after its time or after a refund took it', async () => {
    const { card, version } = await issue();
    const voided = yes(await at(owner).voidGiftCard({ id: card.id, version, reason: 'Lost' }));
    expect(voided.card).toMatchObject({ state: 'void', delivery: 'none' });
    await expire(card.id);
    expect(await read(card.id)).toMatchObject({ card: { state: 'expired' }, restorable: 0 });
    expect(await at(owner).restoreGiftCard({ id: card.id, version: voided.version })).toMatchObject({ code: 'cannot_restore' });

    const refunded = await issue();
    await shop.database.transaction((transaction) =>
      voidGiftCard(transaction, refunded.card.id, { cents: 5_000, source: `refund:${randomUUID()}:void:${refunded.card.id}` }),
    );
    const shown = await read(refunded.card.id);
    expect(shown).toMatchObject({ card: { state: 'void' }, restorable: 0 });
    expect(await at(owner).restoreGiftCard({ id: refunded.card.id, version: shown.version })).toMatchObject({ code: 'cannot_restore' });
  });

  test('is voided and restored within the limit of a role only', async () => {
    const { card, version } = await issue({ amountCents: 60_000 });
    expect(await at(accounts).voidGiftCard({ id: card.id, version, reason: 'Lost' })).toMatchObject({ ok: false, code: 'over_limit' });
    const voided = yes(await at(owner).voidGiftCard({ id: card.id, version, reason: 'Lost' }));
    expect(await at(accounts).restoreGiftCard({ id: card.id, version: voided.version })).toMatchObject({ ok: false, code: 'over_limit' });
    expect((await activityOf(card.id)).map(({ action }) => action)).toEqual(['gift_card.issued', 'gift_card.voided']);
  });

  test('is emailed again, and to another address by people who may give that much away', async () => {
    const { card, version } = await issue();
    const to = (recipientEmail: string, from = version, sendOn = '') => ({
      id: card.id,
      version: from,
      recipientName: 'Grace',
      recipientEmail,
      sendOn,
    });
    const unsent = await cardToSend(shop.database, card.id);
    if (!unsent) throw new Error('the card is not to be sent');
    await markSent(shop.database, unsent);
    expect(await cardToSend(shop.database, card.id)).toBeNull();

    const again = yes(await at(accounts).sendGiftCard(to('ada@example.com')));
    expect(again.card.delivery).toBe('waiting');
    expect(await at(accounts).sendGiftCard(to('grace@example.com'))).toMatchObject({
      ok: false,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Ace changed this/),
    });
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'slow@shop.example', roles: ['Accounts'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).sendGiftCard(to('grace@example.com', again.version))).toMatchObject({ ok: false, code: 'step_up_required' });
    const moved = yes(await at(accounts).sendGiftCard(to('grace@example.com', again.version)));
    expect(moved.card).toMatchObject({ recipientEmail: 'grace@example.com', recipientName: 'Grace' });
    // The e-mail to the first address was on its way. The second one is sent nevertheless.
    await markSent(shop.database, unsent);
    expect(await cardToSend(shop.database, card.id)).toMatchObject({ recipientEmail: 'grace@example.com' });

    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    expect(yes(await at(accounts).sendGiftCard(to('grace@example.com', moved.version, day))).card.delivery).toBe('scheduled');
    expect((await activityOf(card.id)).map(({ after }) => after?.fields)).toEqual([
      ['reason', 'recipient'],
      undefined,
      ['recipient'],
      undefined,
    ]);
  });

  test('is not emailed where nothing is left, after its time, beyond a limit, or to an address that bounces', async () => {
    const big = await issue({ amountCents: 60_000 });
    const send = async (browser: OfficeBrowser, id: string, recipientEmail: string) =>
      at(browser).sendGiftCard({ id, version: (await read(id)).version, recipientName: '', recipientEmail });
    expect(await send(accounts, big.card.id, 'else@example.com')).toMatchObject({ ok: false, code: 'over_limit' });
    expect((await send(accounts, big.card.id, 'ADA@example.com')).ok).toBe(true);
    await recordMailFailure(shop.database, {
      address: 'gone@example.com',
      kind: 'bounce',
      reason: 'no such box',
      key: 'b1',
      at: new Date(),
    });
    expect(await send(owner, big.card.id, 'Gone@example.com')).toMatchObject({ ok: false, code: 'address_bounces' });
    await shop.database.execute({
      text: "update gift_cards set recipient_email = 'Gone@example.com' where id = $1",
      values: [big.card.id],
    });
    expect(await read(big.card.id)).toMatchObject({ card: { delivery: 'failed' }, bounce: 'no such box' });

    const empty = await issue();
    await spend(empty.card.id, 5_000);
    expect((await read(empty.card.id)).card.state).toBe('used');
    expect(await send(owner, empty.card.id, 'ada@example.com')).toMatchObject({ ok: false, code: 'card_empty' });
    const old = await issue();
    await expire(old.card.id);
    expect(await send(owner, old.card.id, 'ada@example.com')).toMatchObject({ ok: false, code: 'card_expired' });
  });

  test('shows where its balance went', async () => {
    const { card } = await issue();
    await shop.database.transaction(async (transaction) => {
      const row = await transaction.queryOne<{ code: string }>({ text: 'select code from gift_cards where id = $1', values: [card.id] });
      await moveToCredit(transaction, { id: card.id, code: row?.code ?? '' }, { customerId: 1234, market: 'AU' });
    });
    expect((await read(card.id)).entries.at(-1)).toMatchObject({ kind: 'move', amount: -50, balance: 0, customerId: 1234 });
  });
});

describe('the list of gift cards', () => {
  test('finds a card by its whole code, the end of it, recipient and sender, never by another part', async () => {
    const { card } = await issue({ recipientName: 'Zacharias', recipientEmail: 'zach@example.com', senderName: 'Ottilie' });
    const { code } = yes(await at(owner).revealGiftCard({ id: card.id }));
    const found = async (q: string) => yes(await at(owner).giftCards({ q })).rows.map(({ id }) => id);
    expect(await found(code.toLowerCase())).toEqual([card.id]);
    for (const q of [code.slice(-4), `•••• ${code.slice(-4).toLowerCase()}`, 'zachar', 'ZACH@example', 'otti zach'])
      expect(await found(q)).toContain(card.id);
    expect(await found(code.replaceAll('-', '').slice(0, 6))).not.toContain(card.id);
    expect(await found(code.replaceAll('-', '').slice(-6))).not.toContain(card.id);
    expect(await found('100%')).toEqual([]);
  });

  test('filters by state, email, balance and day, and pages through every sort order', async () => {
    const rows = yes(await at(owner).giftCards({ 'filter[state]': 'void', limit: 200 })).rows;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ state }) => state === 'void')).toBe(true);
    expect(yes(await at(owner).giftCards({ 'filter[delivery]': 'failed' })).rows).toHaveLength(1);
    const { card: printed } = await issue();
    await shop.database.execute({
      text: "update gift_cards set recipient_email = '', sent_at = now() where id = $1",
      values: [printed.id],
    });
    const known = yes(await at(owner).giftCards({ limit: 200 })).rows;
    for (const delivery of GIFT_CARD_DELIVERIES) {
      const found = yes(await at(owner).giftCards({ 'filter[delivery]': delivery, sort: '-balance', limit: 200 })).rows;
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(known.filter((row) => row.delivery === delivery).map(({ id }) => id)));
      // An expired card keeps its place, and shows nothing.
      const balances = found.filter(({ state }) => state !== 'expired').map(({ balance }) => balance);
      expect(balances).toEqual(balances.toSorted((a, b) => b - a));
    }
    expect(known.some(({ delivery }) => delivery === 'none')).toBe(true);
    const rich = yes(await at(owner).giftCards({ 'filter[balance]': '400..' })).rows;
    expect(rich.every(({ balance }) => balance >= 400)).toBe(true);
    expect(yes(await at(owner).giftCards({ 'filter[created]': '2020-01-01' })).rows).toEqual([]);
    expect(yes(await at(owner).giftCards({ 'filter[expires]': '..2020-01-01' })).rows).toEqual([]);

    const all = yes(await at(owner).giftCards({ limit: 200 }));
    for (const sort of ['created', '-created', 'balance', '-balance', 'expires', '-expires'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = yes(await at(owner).giftCards({ sort, limit: 5, ...(cursor === undefined ? {} : { cursor }) }));
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen.length).toBe(all.rows.length);
      expect(new Set(seen).size).toBe(all.rows.length);
    }
    expect(await at(owner).giftCards({ cursor: 'bm90aGluZw' })).toMatchObject({ ok: false, status: 400, code: 'cursor_invalid' });
  });

  test('is exported without codes, recorded once', async () => {
    const { card } = await issue({ recipientName: '=1+1' });
    const page = yes(await at(accounts).exportGiftCards({ q: card.ending }));
    expect(page.csv).toContain(`•••• ${card.ending},AU,active`);
    expect(page.csv).toContain("'=1+1");
    const { code } = yes(await at(owner).revealGiftCard({ id: card.id }));
    expect(page.csv).not.toContain(code.slice(0, 4));
    expect(await at(reader).exportGiftCards({})).toMatchObject({ ok: false, code: 'permission_missing' });
    expect((await activityOf('list')).map(({ action }) => action)).toEqual(['gift_card.exported']);
  });
});

describe('gift cards of another market', () => {
  test('do not exist for staff of one market', async () => {
    const { card, version } = await issue();
    const calls = at(singapore);
    const missing = { ok: false, status: 404, code: 'not_found' };
    expect(await calls.giftCard({ id: card.id })).toMatchObject(missing);
    expect(await calls.revealGiftCard({ id: card.id })).toMatchObject(missing);
    expect(await calls.voidGiftCard({ id: card.id, version, reason: 'x' })).toMatchObject(missing);
    expect(await calls.restoreGiftCard({ id: card.id, version })).toMatchObject(missing);
    expect(await calls.sendGiftCard({ id: card.id, version, recipientName: '', recipientEmail: 'x@example.com' })).toMatchObject(missing);
    expect(yes(await calls.giftCards({ 'filter[market]': 'AU,SG' })).rows.every(({ market }) => market === 'SG')).toBe(true);
    expect(yes(await calls.exportGiftCards({ q: card.ending })).rows).toBe(0);
    expect(yes(await calls.giftCardLiability({})).markets.map(({ market }) => market)).toEqual(['SG']);
    expect((await activityOf(card.id)).map(({ action }) => action)).toEqual(['gift_card.issued']);
  });
});
