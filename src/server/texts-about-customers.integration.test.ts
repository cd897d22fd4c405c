/** What staff write about a customer: the activity log does not quote it, the office exports it, and erasing the customer erases it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountContract } from '#domains/customers/account/contract.ts';
import { customerOfficeContract } from '#domains/customers/account/office-contract.ts';
import { clubOfficeContract } from '#domains/selling/clubs/office-contract.ts';
import { giftCardOfficeContract } from '#domains/selling/gift-cards/office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { creditOfficeContract } from '#domains/selling/store-credit/office-contract.ts';
import { viewsContract } from '#domains/staff/views-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createClubs, createMember, remindMember, type TestMember, testClub } from '#tests/fixtures/clubs.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { findWords } from '#tests/fixtures/personal-data.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

/** The word in every text, and the address. */
const WORDS = ['quokka'];
const EMAIL = 'quokka@example.com';

let shop: TestShop;
let owner: OfficeBrowser;
let member: TestMember;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: 500 }, { offerId: 'six', productId: 2, level: 500 });
  await createClubs(shop, testClub());
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }));
  member = await createMember(shop, { email: EMAIL, lastName: 'Quokka' });
});
afterAll(() => shop?.stop());

/** Creates a paid order of the member. */
async function order(): Promise<{ readonly id: string; readonly version: number }> {
  const id = await paidOrder(shop, [1, 1], 'localhost', { email: EMAIL, lastName: 'Quokka' });
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, member.customer.id] });
  return { id, version: yes(await owner.call(orderOfficeContract).order({ id })).version };
}

/** Writes a text everywhere that staff can. @returns the texts that nobody else sees */
async function writeEverywhere(): Promise<readonly string[]> {
  const orders = owner.call(orderOfficeContract);
  const refunded = await order();
  yes(await orders.addOrderNote({ id: refunded.id, text: 'Quokka order note' }));
  yes(await orders.tagOrder({ id: refunded.id, add: ['quokka tag'] }));
  yes(await orders.tagOrder({ id: refunded.id, add: [], remove: ['quokka tag'] }));
  yes(await orders.changeOrders({ ids: [refunded.id], addTag: 'quokka bulk tag', isPreview: false }));
  const part = { lines: [{ position: 0, quantity: 1 }], reason: 'Quokka refund' };
  yes(await orders.refundOrder({ ...refunded, ...part }));
  const cancelled = await order();
  yes(await orders.cancelOrder({ ...cancelled, reason: 'Quokka cancellation' }));
  const shipped = await order();
  const parcel = { carrier: 'Post', trackingNumber: 'QUOKKA1', trackingUrl: 'https://post.example/quokka' };
  yes(await orders.shipOrder({ ...shipped, lines: null, ...parcel }));
  yes(await orders.exportOrders({ 'filter[tag]': 'quokka bulk tag' }));

  const clubs = owner.call(clubOfficeContract);
  const seen = async () => ({ id: member.id, version: yes(await clubs.member({ id: member.id })).version });
  yes(await clubs.addMemberNote({ id: member.id, text: 'Quokka member note' }));
  await remindMember(shop, member, 3);
  yes(await clubs.skipDelivery({ ...(await seen()), period: 2, reason: 'Quokka skip' }));
  yes(await clubs.pauseMember({ ...(await seen()), reason: 'Quokka pause' }));

  const account = { customerId: member.customer.id, market: 'AU' as const };
  const customers = owner.call(customerOfficeContract);
  yes(await customers.addCustomerNote({ ...account, text: 'Quokka customer note' }));
  const { loyalty: open } = yes(await customers.customer({ key: String(account.customerId), market: account.market }));
  const { loyalty } = yes(
    await customers.setLoyalty({ ...account, version: open?.version ?? '', isExcluded: true, reason: 'Quokka exclusion' }),
  );
  yes(await customers.setLoyalty({ ...account, version: loyalty?.version ?? '', isExcluded: false, reason: 'Quokka inclusion' }));

  await runCommand(shopAccess(shop), 'loyalty exclude', [EMAIL], { reason: 'Quokka trade', actor: 'Sam' });

  const credit = owner.call(creditOfficeContract);
  const granted = yes(
    await credit.grantCredit({ market: 'AU', emails: [EMAIL], amountCents: 2_000, note: 'For the quokka', reason: 'Quokka gesture' }),
  );
  const version = granted.customers[0]?.version ?? 0;
  yes(await credit.takeBackCredit({ ...account, version, amountCents: 500, note: 'Quokka mistake', reason: 'Quokka correction' }));

  const views = owner.call(viewsContract);
  yes(await views.saveView({ list: 'orders', name: 'Quokka calls', query: `q=${encodeURIComponent(EMAIL)}`, isShared: true }));
  yes(
    await views.saveView({ list: 'orders', name: 'Completed', query: `q=${encodeURIComponent(EMAIL)}&status=Completed`, isShared: false }),
  );

  const cards = owner.call(giftCardOfficeContract);
  const card = { market: 'AU' as const, amountCents: 5_000, recipientName: 'Quokka', recipientEmail: EMAIL, senderName: '', message: '' };
  const issued = yes(await cards.issueGiftCard({ ...card, message: 'For the quokka', reason: 'Quokka card' }));
  const { id } = issued.card;
  yes(await cards.sendGiftCard({ id, version: issued.version, recipientName: 'Quokka', recipientEmail: EMAIL, sendOn: '' }));
  const sent = yes(await cards.giftCard({ id }));
  yes(await cards.voidGiftCard({ id, version: sent.version, reason: 'Quokka void' }));
  return [
    ...['Quokka order note', 'quokka tag', 'quokka bulk tag', 'Quokka refund', 'Quokka cancellation', 'Quokka member note', 'Quokka skip'],
    ...[
      'Quokka pause',
      'Quokka customer note',
      'Quokka exclusion',
      'Quokka inclusion',
      'Quokka gesture',
      'Quokka correction',
      'Quokka card',
    ],
    ...['Quokka void', 'Quokka trade'],
  ];
}

test('are exported by the office, are not in the activity log, and go with the customer', async () => {
  const texts = await writeEverywhere();
  expect(Object.keys(await findWords(shop.database, WORDS))).toEqual(
    expect.arrayContaining(['public.order_notes', 'public.customer_notes']),
  );
  expect(
    await shop.database.queryMany({ text: "select action, before, after from activity_log l where l::text ilike '%quokka%'" }),
  ).toEqual([]);
  const log = await shop.database.queryMany({ text: "select action, after from activity_log where after ? 'fields' order by id" });
  expect(log).toContainEqual({ action: 'credit.granted', after: { amount: 20, fields: ['note', 'reason'] } });
  expect(log).toContainEqual({ action: 'membership.paused', after: { fields: ['why'] } });

  const account = { customerId: member.customer.id, market: 'AU' as const };
  const exported = yes(await owner.call(customerOfficeContract).exportCustomer(account)).data;
  const notes = JSON.stringify(exported.notes);
  for (const text of texts) expect(notes).toContain(text);
  expect(exported.notes).toContainEqual(expect.objectContaining({ market: 'AU', author: 'Olive', text: 'Quokka order note' }));
  const download = JSON.stringify(yes(await shop.call(accountContract).myData({}, { bearer: member.customer.bearer })).data);
  for (const text of texts) expect(download).not.toContain(text);

  // An email that is being sent while the customer is erased would reach the mailbox afterwards.
  await expect.poll(() => shop.database.queryMany({ text: "select kind from mail_log where state = 'queued'" })).toEqual([]);
  yes(await owner.call(customerOfficeContract).eraseCustomer({ ...account, email: EMAIL }));
  await shop.database.execute({ text: "update orders set status = 'Completed' where number is not null and status not in ('Cancelled')" });
  await anonymiseBuyers(shop.database);

  expect(await findWords(shop.database, [...WORDS, member.customer.subject])).toEqual({});
  expect(await shop.database.queryMany({ text: 'select name, query from office_views' })).toEqual([
    { name: 'Completed', query: 'status=Completed' },
  ]);
  expect(
    await shop.database.queryMany({ text: "select actor_kind, after from activity_log where action = 'customer.views_cleared'" }),
  ).toEqual([{ actor_kind: 'system', after: { views: 2 } }]);
});
