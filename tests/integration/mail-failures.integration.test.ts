import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail, MailKind } from '#lib/mail/mailer.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { MAIL_WEBHOOK } from '#server/http/serve-mail-reports.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const SECRET = 'a-secret-of-the-mail-service';
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ MAIL_WEBHOOK_SECRET: SECRET });
  await shop.stock({ offerId: 'wine', productId: 1, level: 100 });
});
afterAll(() => shop.stop());

/** An address of a customer. */
const knownEmail = async (): Promise<string> => (await createTestCustomer(shop)).email;

async function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`http://localhost:${shop.running.port}${MAIL_WEBHOOK}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: JSON.parse(await response.text()) as unknown };
}
const kindOf = async (address: string) => (await suppressionOf(shop.database, address))?.kind ?? null;
const createMail = (to: string, kind: MailKind): Mail => ({ to, kind, subject: `${kind} ${randomUUID()}`, html: '', text: '' });
/** The kinds of mail that reach an address. */
async function reach(address: string): Promise<MailKind[]> {
  const kinds = ['security', 'transactional', 'relationship', 'marketing'] as const;
  const mails = kinds.map((kind) => createMail(address, kind));
  for (const mail of mails) await shop.running.services.mailer.send(mail);
  const rows = await shop.database.queryMany<{ subject: string }>({
    text: 'select subject from dev_mailbox where recipient = $1',
    values: [address],
  });
  return kinds.filter((_, index) => rows.some(({ subject }) => subject === mails[index]?.subject));
}
const staff = (name: string, args: readonly string[] = []) => runCommand(shopAccess(shop), name, args);

/** A delivery status notification as a mail server sends it. */
const dsn = (address: string, status = '5.1.1', action = 'failed'): string =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: orders@cellardoor.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@mx.example>`,
    'Date: Sun, 01 Nov 2026 10:00:00 +1100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'The following message could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such',
    '  user here',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    `To: ${address}`,
    'Subject: Your order',
    '',
    'Hello',
    '--b1--',
    '',
  ].join('\r\n');

/** A complaint as a mailbox provider sends it. */
const feedback = (address: string): string =>
  [
    'From: feedback@provider.example',
    'Subject: FW: news',
    `Message-ID: <${randomUUID()}@provider.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
    '',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Provider/1.0',
    `Original-Rcpt-To: <${address}>`,
    '--b2--',
    '',
  ].join('\r\n');

describe('a bounce', () => {
  test('stops everything but mail that was just requested', async () => {
    const email = await knownEmail();
    expect(await reach(email)).toEqual(['security', 'transactional', 'relationship', 'marketing']);

    expect(await post(JSON.stringify({ type: 'bounce', email: email.toUpperCase(), reason: '550 no such user' }))).toEqual({
      status: 200,
      body: { recorded: 1 },
    });

    expect(await reach(email)).toEqual(['security']);
    expect(await suppressionOf(shop.database, email)).toMatchObject({ kind: 'bounce', reason: '550 no such user' });
  });

  test('is read from a delivery status notification, once', async () => {
    const email = await knownEmail();
    const mail = dsn(email);
    expect(await post(mail, { 'content-type': 'message/rfc822' })).toMatchObject({ body: { recorded: 1 } });
    expect(await post(mail, { 'content-type': 'message/rfc822' })).toMatchObject({ body: { recorded: 0 } });
    expect(await suppressionOf(shop.database, email)).toMatchObject({
      kind: 'bounce',
      reason: '5.1.1 smtp; 550 5.1.1 no such user here',
    });
  });

  test('that is soft counts after five in a month; a delay and an old one never count', async () => {
    const email = await knownEmail();
    const soft = (id: string, at: string) => post(JSON.stringify({ type: 'soft_bounce', email, id, at }));
    const now = new Date().toISOString();
    for (const id of ['1', '2', '3']) await soft(id, now);
    await soft('long ago', '2020-01-01T00:00:00Z');
    await post(dsn(email, '4.4.1', 'delayed'), { 'content-type': 'message/rfc822' });
    await soft('4', now);
    expect(await kindOf(email)).toBeNull();

    await soft('5', now);

    expect(await kindOf(email)).toBe('bounce');
  });

  test('for a full mailbox is soft', async () => {
    const email = await knownEmail();
    await post(dsn(email, '5.2.2'), { 'content-type': 'message/rfc822' });
    expect(await kindOf(email)).toBeNull();
  });
});

test('stops marketing and loyalty mail after a complaint, but not order and account mail', async () => {
  const email = await knownEmail();
  expect(await post(feedback(email), { 'content-type': 'message/rfc822' })).toMatchObject({ body: { recorded: 1 } });
  expect(await reach(email)).toEqual(['security', 'transactional']);
  await post(JSON.stringify({ type: 'bounce', email }));
  expect(await reach(email)).toEqual(['security']);
});

describe('the webhook', () => {
  test.each<[string, (email: string) => unknown, string | null]>([
    ['Postmark, a hard bounce', (Email) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email, Description: 'gone', ID: 7 }), 'bounce'],
    ['Postmark, a complaint', (Email) => ({ RecordType: 'SpamComplaint', Email }), 'complaint'],
    ['Postmark, a delivery', (Email) => ({ RecordType: 'Delivery', Recipient: Email }), null],
    [
      'SendGrid',
      (email) => [
        { event: 'delivered', email },
        { event: 'bounce', type: 'bounce', email, reason: '550' },
      ],
      'bounce',
    ],
    ['SendGrid, blocked', (email) => [{ event: 'bounce', type: 'blocked', email }], null],
    ['SendGrid, spam', (email) => [{ event: 'spamreport', email, timestamp: 1_790_000_000 }], 'complaint'],
    [
      'Amazon SES',
      (emailAddress) => ({
        Type: 'Notification',
        Message: JSON.stringify({
          notificationType: 'Bounce',
          mail: { messageId: emailAddress },
          bounce: { bounceType: 'Permanent', timestamp: '2026-10-01T00:00:00.000Z', bouncedRecipients: [{ emailAddress }] },
        }),
      }),
      'bounce',
    ],
  ])('parses %s', async (_, bodyOf, kind) => {
    const email = await knownEmail();
    expect((await post(JSON.stringify(bodyOf(email)))).status).toBe(200);
    expect(await kindOf(email)).toBe(kind);
  });

  test('accepts its secret only as a bearer token or a password', async () => {
    const body = JSON.stringify({ type: 'bounce', email: 'nobody@example.com' });
    const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
    expect((await post(body, { authorization: basic(SECRET) })).status).toBe(200);
    for (const authorization of ['', 'Bearer wrong', basic('wrong'), basic('')])
      expect((await post(body, { authorization })).status).toBe(401);
  });

  test.each([
    ['no JSON', '{'],
    ['another form', '{"type":"bounced","email":"a@b.c"}'],
    ['a character that cannot be stored', JSON.stringify({ type: 'bounce', email: 'a\u0000@b.c' })],
    ['nothing', ''],
  ])('rejects %s', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('stores nothing about addresses that the shop never wrote to', async () => {
    expect(await post(JSON.stringify({ type: 'bounce', email: 'stranger@example.org' }))).toMatchObject({ body: { recorded: 0 } });
    expect(await kindOf('stranger@example.org')).toBeNull();
  });
});

describe('staff', () => {
  test('see it on the order and on the address, and can lift it', async () => {
    const email = 'buyer-bounced@example.com';
    const id = await paidOrder(shop, [1], 'localhost', { email });
    const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
    await post(JSON.stringify({ type: 'bounce', email, reason: 'mailbox gone' }));

    expect((await staff('order show', [String(row?.number)])).text).toContain('No email reaches them: bounce, mailbox gone');
    expect((await staff('mail list', [])).text).toContain(email);
    expect((await staff('mail show', [email])).text).toMatch(/Suppressed since .*: bounce, mailbox gone/);
    expect(await staff('mail lift', [email])).toMatchObject({ code: 0 });
    expect(await staff('mail lift', [email])).toMatchObject({ code: 1 });
    expect(await reach(email)).toContain('transactional');
  });

  test('can pipe a report in', async () => {
    const email = await knownEmail();
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    const file = join(folder, 'bounce.eml');
    await writeFile(file, dsn(email));
    expect((await staff('mail report', [file])).text).toContain('1 reported, 1 new');
    await rm(folder, { recursive: true });
    expect(await kindOf(email)).toBe('bounce');
  });
});

describe('a mail server', () => {
  let server: MailServer;
  let own: TestShop;
  beforeAll(async () => {
    server = await startMailServer();
    own = await createTestShop({ SMTP_URL: server.url });
    await own.stock({ offerId: 'wine', productId: 1, level: 100 });
  });
  afterAll(async () => {
    await own?.stop();
    await server?.stop();
  });

  test('that will never take mail to an address is asked once, and the address is suppressed as after a bounce', async () => {
    server.refused.set('nobody@example.com', '550 5.1.1 no such user here');

    const id = await paidOrder(own, [1], 'localhost', { email: 'nobody@example.com' });

    const mails = () =>
      own.database.queryMany<{ state: string; attempts: number }>({
        text: 'select state, attempts from mail_log where order_id = $1',
        values: [id],
      });
    await expect.poll(mails).toEqual([{ state: 'bounced', attempts: 1 }]);
    expect(await suppressionOf(own.database, 'nobody@example.com')).toMatchObject({
      kind: 'bounce',
      reason: '550 5.1.1 no such user here',
    });
    expect(server.asked.get('nobody@example.com')).toBe(1);
    const waiting = await own.database.queryMany({
      text: "select id from pgboss.job where name = 'send-order-email' and state in ('created', 'retry', 'failed')",
    });
    expect(waiting).toEqual([]);
  });

  test('that is busy is asked again', async () => {
    server.refused.set('later@example.com', '450 4.2.0 try again later');
    await paidOrder(own, [1], 'localhost', { email: 'later@example.com' });
    await expect.poll(() => server.asked.get('later@example.com')).toBeGreaterThan(0);

    server.refused.delete('later@example.com');

    await expect.poll(() => server.taken.some((mail) => mail.includes('To: later@example.com'))).toBe(true);
    expect(await suppressionOf(own.database, 'later@example.com')).toBeNull();
  });
});
