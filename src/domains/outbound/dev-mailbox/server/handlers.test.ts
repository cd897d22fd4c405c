import { describe, expect, test } from 'vitest';
import type { Database } from '#lib/db/pool.ts';
import { mailboxHandlers } from './handlers.ts';

const stored = {
  id: 7,
  recipient: 'ada@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: {},
  sent_at: new Date(0),
};
const database = { queryMany: async () => [stored] } as unknown as Database;
const reading = (config: { DEV_PAGES: boolean; SMTP_URL: string | undefined }, isLocal = true) =>
  mailboxHandlers(database, config as Parameters<typeof mailboxHandlers>[1]).read({ limit: 1 }, { isLocal } as never);

describe('access to the mailbox [API-75]', () => {
  test('is granted in development without a mail server', async () => {
    const { recipient: to, sent_at, ...mail } = stored;
    expect(await reading({ DEV_PAGES: true, SMTP_URL: undefined })).toEqual({
      ok: true,
      value: { data: [{ ...mail, to, sentAt: sent_at.toISOString() }] },
    });
  });
  test('is denied to other machines', async () => {
    expect(await reading({ DEV_PAGES: true, SMTP_URL: undefined }, false)).toMatchObject({ ok: false, code: 'no_mailbox' });
  });
  test.each([
    { name: 'in production', config: { DEV_PAGES: false, SMTP_URL: undefined } },
    { name: 'with a mail server', config: { DEV_PAGES: true, SMTP_URL: 'smtp://mail.example' } },
  ])('is denied $name', async ({ config }) => {
    expect(await reading(config)).toMatchObject({ ok: false, code: 'no_mailbox' });
  });
});
