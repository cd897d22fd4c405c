/** Emails with files over SMTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpMailer } from '#lib/mail/mailer.ts';
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server?.stop());

test('carry the file as an attachment with its name', async () => {
  const csv = 'wine,bottles\r\nShiraz,2\r\n';
  await smtpMailer(server.url, 'Shop <shop@shop.example>').send({
    ...{ kind: 'transactional', to: 'sales@fox.example', subject: 'Claim', html: '<p>Hello</p>', text: 'Hello' },
    attachments: [{ filename: 'claim-fox.csv', content: csv, contentType: 'text/csv; charset=utf-8' }],
  });

  const [mail] = server.taken;
  expect(mail).toContain('filename=claim-fox.csv');
  expect(mail).toContain('Content-Disposition: attachment');
  expect(mail).toMatch(new RegExp(`${Buffer.from(csv).toString('base64').slice(0, 20)}|Shiraz,2`));
});
