import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuedMailStatement } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { CLUB_MAIL } from '#domains/selling/clubs/server/club-emails.ts';
import type { Database, Statement } from '#lib/db/pool.ts';
import type { RunningJob } from '#lib/server/jobs.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startMailWorkers } from './mail-workers.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

const LETTER = { subject: 'Your next case', paragraphs: ['It is on its way.'], action: null, code: null, closing: '' };

/** Fails the first times that an attempt is recorded, before or after the database has done it. */
function withFailures(database: Database, { times, isDone }: { readonly times: number; readonly isDone: boolean }) {
  let calls = 0;
  let isOver = false;
  const failing: Database = {
    ...database,
    async execute(statement: Statement) {
      if (statement.name !== 'mail-log.recordAttempt') return database.execute(statement);
      calls += 1;
      if (calls > times)
        return database.execute(statement).finally(() => {
          isOver = true;
        });
      if (isDone) await database.execute(statement);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  };
  return { database: failing, isOver: () => isOver };
}

test.each([
  { what: 'was away', isDone: false },
  { what: 'did not answer', isDone: true },
])('an email is recorded as sent, once, after the database $what', async ({ isDone }) => {
  const { services } = shop.running;
  const handlers = new Map<string, (data: unknown, job: RunningJob) => Promise<void>>();
  const reports: unknown[] = [];
  const failing = withFailures(shop.database, { times: 2, isDone });
  await startMailWorkers(
    { ...services, database: failing.database },
    async (name, payload, handle) => void handlers.set(name, (data, job) => handle(payload.parse(data), job)),
    () => ({ subject: LETTER.subject, html: '', text: '' }),
    (what, error) => reports.push([what, error]),
  );
  const [id, to] = [randomUUID(), `${randomUUID()}@buyer.example`];
  const payload = { to, letter: LETTER };
  await shop.database.execute(queuedMailStatement({ id, queue: CLUB_MAIL, kind: 'club', to, payload }));

  await handlers.get(CLUB_MAIL)?.(payload, { id, isLastAttempt: false });

  const state = { text: 'select state, attempts from mail_log where id = $1', values: [id] };
  await expect.poll(failing.isOver).toBe(true);
  expect(await shop.database.queryOne(state)).toEqual({ state: 'sent', attempts: 1 });
  const attempts = { text: 'select outcome from mail_attempts where mail_id = $1', values: [id] };
  expect(await shop.database.queryMany(attempts)).toEqual([{ outcome: 'sent' }]);
  const received = { text: 'select 1 from dev_mailbox where recipient = $1', values: [to] };
  expect(await shop.database.queryMany(received)).toHaveLength(1);
  expect(reports).toEqual([]);
});
