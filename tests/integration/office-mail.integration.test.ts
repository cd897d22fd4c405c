/** The log of emails in the office: what was sent, failed and came back, by people with different permissions and markets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { mailOfficeContract } from '#domains/outbound/mail/office-contract.ts';
import { purgeMailLog } from '#domains/outbound/mail/server/mail-log.repository.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { systemOfficeContract } from '#domains/system/office-contract.ts';
import { MAIL_WEBHOOK } from '#server/http/serve-mail-reports.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const SECRET = 'a-secret-of-the-mail-service';
let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop({ MAIL_WEBHOOK_SECRET: SECRET });
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

async function signInWith(permissions: readonly Permission[], markets: ('AU' | 'SG')[] | null = null): Promise<OfficeBrowser> {
  const name = randomUUID();
  yes(await owner.call(staffContract).createRole({ name, description: '', permissions: [...permissions], markets, refundLimitCents: 0 }));
  return signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, roles: [name] }));
}

const mails = (browser: OfficeBrowser = owner) => browser.call(mailOfficeContract);
const numberOf = async (orderId: string): Promise<{ number: number; email: string }> => {
  const row = await shop.database.queryOne<{ number: number; email: string }>({
    text: 'select number, email from orders where id = $1',
    values: [orderId],
  });
  if (!row) throw new Error('no order');
  return row;
};
const ofOrder = async (number: number, browser = owner) => yes(await mails(browser).mails({ q: `#${number}` })).rows;

/** Places an order of a guest with an address of their own. */
const order = () => paidOrder(shop, [1], 'localhost', { email: `${randomUUID()}@example.com` });

/** Places an order and waits for its receipt. */
async function receipt() {
  const orderId = await order();
  const { number, email } = await numberOf(orderId);
  await expect.poll(async () => (await ofOrder(number))[0]?.state).toBe('sent');
  const [row] = await ofOrder(number);
  if (!row) throw new Error('no receipt');
  return { orderId, number, email, id: row.id };
}

async function report(body: string, type = 'application/json'): Promise<void> {
  const response = await fetch(`http://localhost:${shop.running.port}${MAIL_WEBHOOK}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': type },
    body,
  });
  expect(response.status).toBe(200);
}

test('lists a receipt, and shows what it says, its headers and the attempt', async () => {
  const { number, email, id, orderId } = await receipt();

  expect(await ofOrder(number)).toMatchObject([
    { id, kind: 'receipt', market: 'AU', recipient: email, order: { id: orderId, number }, attempts: 1, isSuppressed: false },
  ]);
  const mail = yes(await mails().mail({ id }));
  expect(mail.text?.html).toContain(`#${number}`);
  expect(mail.text?.plain).toContain('Cellardoor');
  expect(mail.text?.headers).toContainEqual({ name: 'To', value: email });
  expect(mail.attemptList).toMatchObject([{ outcome: 'sent', response: 'Stored in the mailbox at /dev/mailbox' }]);
  expect(mail.canResend).toBe(true);
});

test('finds emails by address, subject, state, kind, market and day', async () => {
  const { email, id, number } = await receipt();
  const found = async (input: Parameters<ReturnType<typeof mails>['mails']>[0]) =>
    yes(await mails().mails(input)).rows.map((row) => row.id);

  expect(await found({ q: email.toUpperCase() })).toEqual([id]);
  expect(await found({ q: `#${number}`, 'filter[kind]': 'refund' })).toEqual([]);
  expect(await found({ q: email, 'filter[state]': 'sent', 'filter[kind]': 'receipt', 'filter[market]': 'AU' })).toEqual([id]);
  expect(await found({ q: email, 'filter[market]': 'SG' })).toEqual([]);
  expect(await found({ q: email, 'filter[created]': '2020-01-01..2020-01-02' })).toEqual([]);
  expect((await found({ 'filter[created]': '2020-01-01..' })).slice(0, 1)).toEqual([id]);
});

test('finds the receipts of both markets by a number that both gave', async () => {
  const [first, second] = [await receipt(), await receipt()];
  await shop.database.execute({
    text: "update orders set market = 'SG', number = $2 where id = $1",
    values: [second.orderId, first.number],
  });

  expect((await ofOrder(first.number)).map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('sends an email again, and says who did', async () => {
  const { id, number } = await receipt();

  yes(await mails().resendMail({ id }));

  await expect.poll(async () => (await ofOrder(number)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(yes(await mails().mail({ id })).history).toMatchObject([{ action: 'mail.resent', who: 'owner' }]);
});

test('records a failure with the reason, and the attempt that succeeds', async () => {
  await shop.database.execute({ text: 'alter table dev_mailbox rename to dev_mailbox_away' });
  const orderId = await order();
  const { number } = await numberOf(orderId);
  await expect.poll(async () => (await ofOrder(number))[0]?.attempts).toBe(1);
  const [row] = await ofOrder(number);
  expect(row).toMatchObject({ state: 'queued' });
  expect(await mails().resendMail({ id: row?.id ?? '' })).toMatchObject({ ok: false, code: 'mail_waiting' });
  await shop.database.execute({ text: 'alter table dev_mailbox_away rename to dev_mailbox' });

  yes(await owner.call(systemOfficeContract).retryFailedJobs({ ids: [row?.id ?? ''] }));

  await expect.poll(async () => (await ofOrder(number)).map(({ id, state }) => ({ id, state }))).toEqual([{ id: row?.id, state: 'sent' }]);
  expect(yes(await mails().mail({ id: row?.id ?? '' })).attemptList).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'failed', response: 'relation "dev_mailbox" does not exist' },
  ]);
});

test('marks what staff discard as failed', async () => {
  await shop.database.execute({ text: 'alter table dev_mailbox rename to dev_mailbox_away' });
  const { number } = await numberOf(await order());
  await expect.poll(async () => (await ofOrder(number))[0]?.attempts).toBe(1);
  const id = (await ofOrder(number))[0]?.id ?? '';

  yes(await owner.call(systemOfficeContract).discardFailedJobs({ ids: [id] }));

  await shop.database.execute({ text: 'alter table dev_mailbox_away rename to dev_mailbox' });
  expect(await ofOrder(number)).toMatchObject([{ state: 'failed' }]);
  expect(yes(await mails().mail({ id })).attemptList[0]).toMatchObject({ outcome: 'discarded', response: 'owner' });
});

test('a delivery status notification marks the email that it names, and the address gets no more until staff lift that', async () => {
  const { id, number, email, orderId } = await receipt();
  yes(await mails().resendMail({ id }));
  await expect.poll(async () => (await ofOrder(number)).length).toBe(2);
  await expect.poll(async () => (await ofOrder(number))[0]?.state).toBe('sent');

  await report(
    [
      'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
      `Message-ID: <${randomUUID()}@mx.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${email}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 No such user',
      '',
      '--b1',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${id}@cellardoor.example>`,
      `To: ${email}`,
      '',
      '--b1--',
    ].join('\r\n'),
    'message/rfc822',
  );

  const states = async () => Object.fromEntries((await ofOrder(number)).map((row) => [row.id, row.state]));
  expect((await states())[id]).toBe('bounced');
  expect(Object.values(await states()).toSorted()).toEqual(['bounced', 'sent']);
  const mail = yes(await mails().mail({ id }));
  expect(mail.attemptList[0]).toMatchObject({ outcome: 'bounce', response: '5.1.1 smtp; 550 No such user' });
  expect(mail.suppression).toMatchObject({ kind: 'bounce' });
  expect(await mails().resendMail({ id })).toMatchObject({ ok: false, code: 'address_suppressed' });

  const elsewhere = await signInWith(['system.read', 'customers.write', 'customers.read'], ['SG']);
  expect(await mails(elsewhere).liftSuppression({ owner: 'order', id: orderId })).toMatchObject({ ok: false, code: 'not_found' });
  yes(await mails().liftSuppression({ owner: 'order', id: orderId }));
  expect(yes(await mails().mail({ id })).suppression).toBeNull();
  const log = await shop.database.queryMany<{ text: string }>({
    text: "select l::text as text from activity_log l where action = 'order.suppression_lifted'",
  });
  expect(log).toHaveLength(1);
  expect(log[0]?.text).not.toContain(email);
  yes(await mails().resendMail({ id }));
});

test('a report without a Message-ID marks the last email to the address, and later ones are held back', async () => {
  const { id, email, number } = await receipt();

  await report(JSON.stringify({ type: 'bounce', email, reason: 'No such user' }));

  expect(await ofOrder(number)).toMatchObject([{ id, state: 'bounced', isSuppressed: true }]);
  await refreshSummaries(shop.database);
  const guest = await shop.database.queryOne<{ key: string }>({
    text: "select 'g' || id as key from customer_summaries where guest_key = $1",
    values: [email],
  });
  yes(await mails().liftSuppression({ owner: 'customer', id: guest?.key ?? '' }));
  expect(await mails().liftSuppression({ owner: 'mail', id })).toMatchObject({ ok: false, code: 'not_found' });
});

test('hides address, subject and text from people who may not see customers', async () => {
  const { id, number, email } = await receipt();
  const reader = await signInWith(['system.read']);

  const [row] = await ofOrder(number, reader);
  expect(row).toMatchObject({ subject: '', customerId: null });
  expect(row?.recipient).toBe(`•••${email.slice(email.indexOf('@'))}`);
  expect(yes(await mails(reader).mails({ q: email })).rows).toEqual([]);
  const mail = await mails(reader).mail({ id });
  expect(JSON.stringify(mail)).not.toContain(email);
  expect(yes(mail)).toMatchObject({ mayRead: false, text: null });
  expect(await mails(reader).resendMail({ id })).toMatchObject({ code: 'permission_missing' });
  const elsewhere = await signInWith(['system.read', 'customers.read'], ['SG']);
  expect(await mails(elsewhere).mail({ id })).toMatchObject({ code: 'not_found' });
});

test('stores no code and no token of a link', async () => {
  const email = `${randomUUID()}@example.com`;
  await shop.database.transaction((transaction) =>
    shop.running.services.jobs.queue(transaction, 'send-loyalty-email', {
      to: email,
      letter: {
        subject: 'Your code',
        paragraphs: ['Hello,'],
        action: { label: 'Open', url: 'http://localhost/auth/reset?token=hush' },
        code: '123456',
        closing: 'Bye',
      },
    }),
  );
  const found = async () => yes(await mails().mails({ q: email })).rows[0];
  await expect.poll(async () => (await found())?.state).toBe('sent');

  const texts = await shop.database.queryMany({ text: 'select * from mail_texts where mail_id = $1', values: [(await found())?.id] });
  expect(texts).toHaveLength(1);
  expect(JSON.stringify(texts)).not.toMatch(/hush|123456/);
});

test('exports what matches, for people who may', async () => {
  const { email } = await receipt();

  const page = yes(await mails().exportMails({ q: email }));

  expect(page.csv.split('\n')[0]).toBe('created,market,kind,to,subject,state,attempts,sent,order');
  expect(page.csv).toContain(email);
  expect(page.rows).toBe(1);
  const limited = await signInWith(['system.read', 'customers.export']);
  expect(await mails(limited).exportMails({})).toMatchObject({ code: 'permission_missing' });
});

test('deletes texts after 90 days and the log after two years', async () => {
  const { id, number } = await receipt();
  const age = (days: number) =>
    shop.database.execute({ text: 'update mail_log set created_at = now() - make_interval(days => $2) where id = $1', values: [id, days] });

  await age(89);
  await purgeMailLog(shop.database);
  expect(yes(await mails().mail({ id })).text).not.toBeNull();

  await age(91);
  expect(await purgeMailLog(shop.database)).toBe(1);
  expect(yes(await mails().mail({ id }))).toMatchObject({ text: null, isTextDeleted: true, canResend: false });
  expect(await mails().resendMail({ id })).toMatchObject({ code: 'text_deleted' });

  await age(731);
  await purgeMailLog(shop.database);
  expect(await ofOrder(number)).toEqual([]);
});
