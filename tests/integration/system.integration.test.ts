/** The system screens over the real server: checks, incidents, jobs and failed work, by people with different permissions. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_MAIL } from '#domains/selling/orders/server/order-deps.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { updateStatus } from '#domains/staff/server/staff.repository.ts';
import { QUEUE_TEXT } from '#domains/system/messages/jobs.ts';
import { type SystemJob, systemOfficeContract } from '#domains/system/office-contract.ts';
import { WATCHED } from '#domains/system/server/check-health.ts';
import { insertBackupReport, readBackupFacts } from '#domains/system/server/health.repository.ts';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import { followCheck, watchHealth } from '#domains/system/server/watch-health.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { QUEUE_NAMES } from '#server/jobs/queue-workers.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import { startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const OWNER = 'owner@shop.example';

let shop: TestShop;
let deps: SystemDeps;
let owner: OfficeBrowser;
let reader: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  deps = systemDepsOf(shop.running.services);
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: OWNER, roles: ['Owner'] }));
  reader = await signInAs(shop, await createTestStaff(shop.database, { email: 'reader@shop.example', roles: ['Read-only'] }));
});
afterAll(() => shop?.stop());

/** Keeps the shop's own checks away from those of a test. */
const holdChecks = () =>
  shop.database.execute({
    text: `insert into health_checks (name, state, checked_at) values ('watch', 'ok', now() + interval '1 hour')
      on conflict (name) do update set checked_at = excluded.checked_at`,
  });
const system = (browser: OfficeBrowser = owner) => browser.call(systemOfficeContract);
const alerts = async (browser?: OfficeBrowser) => yes(await system(browser).systemAlerts({})).alerts;
const jobs = async (browser?: OfficeBrowser) => yes(await system(browser).systemJobs({}));

/** Emails to staff are queued: waits until none is left, then returns the subjects to an address. */
async function subjectsTo(address: string): Promise<string[]> {
  await expect
    .poll(() =>
      shop.database.queryMany({ text: "select 1 as waiting from pgboss.job where name = 'send-staff-email' and state < 'completed'" }),
    )
    .toEqual([]);
  const mails = await readMailbox(shop.database, 500);
  return mails.filter(({ to }) => to === address).map(({ subject }) => subject.replace(' · Cellardoor', ''));
}

describe('incidents', () => {
  beforeEach(async () => {
    await holdChecks();
    for (const table of ['system_incidents', 'backup_reports', 'dev_mailbox'])
      await shop.database.execute({ text: `delete from ${table}` });
    await shop.database.execute({ text: "delete from health_checks where name <> 'watch'" });
  });

  test('are mailed once to active owners, though several processes look, and end with an all-clear', async () => {
    const suspended = await createTestStaff(shop.database, { email: 'gone@shop.example', roles: ['Owner'] });
    await shop.database.transaction((transaction) => updateStatus(transaction, suspended.id, 'suspended'));
    await createTestStaff(shop.database, { email: 'manager@shop.example', roles: ['Manager'] });
    await insertBackupReport(shop.database, 'failed', 'The disk of copies is full');

    await Promise.all([watchHealth(deps, true), watchHealth(deps, true), watchHealth(deps, true)]);
    await holdChecks();

    expect(await alerts()).toMatchObject([{ check: 'backup', detail: expect.stringContaining('The disk of copies is full') }]);
    expect(await alerts(reader)).toHaveLength(1);
    expect(await subjectsTo(OWNER)).toEqual(['Backups need attention']);
    expect(await subjectsTo('gone@shop.example')).toEqual([]);
    expect(await subjectsTo('manager@shop.example')).toEqual([]);

    await shop.database.execute({ text: "update system_incidents set notified_at = now() - interval '25 hours'" });
    await watchHealth(deps, true);
    await watchHealth(deps, true);
    await holdChecks();
    expect(await subjectsTo(OWNER)).toEqual(['Still: Backups need attention', 'Backups need attention']);

    await insertBackupReport(shop.database, 'ok', '');
    await Promise.all([watchHealth(deps, true), watchHealth(deps, true)]);
    await holdChecks();
    expect(await alerts()).toEqual([]);
    expect((await subjectsTo(OWNER))[0]).toBe('Backups work again');
    expect(await subjectsTo(OWNER)).toHaveLength(3);
  });

  test('of a gateway need two minutes, and a moment without it is none', async () => {
    const down = { state: 'failing', detail: 'Stripe doesn’t answer.' } as const;
    await followCheck(deps, 'gateway', down, false);
    expect(await alerts()).toEqual([]);
    await followCheck(deps, 'gateway', { state: 'ok', detail: '' }, false);
    await followCheck(deps, 'gateway', down, false);
    await shop.database.execute({ text: "update health_checks set failing_since = now() - interval '3 minutes' where name = 'gateway'" });

    await followCheck(deps, 'gateway', down, false);

    expect(await alerts()).toMatchObject([{ check: 'gateway', detail: 'Stripe doesn’t answer.' }]);
    expect(await subjectsTo(OWNER)).toEqual(['The payment gateway doesn’t answer']);
  });

  test('are mailed when mail works again, and mail that is down has the banner alone', async () => {
    const down = { state: 'failing', detail: 'refused' } as const;
    await followCheck(deps, 'mail', down, true);
    await shop.database.execute({ text: "update health_checks set failing_since = now() - interval '3 minutes'" });
    await followCheck(deps, 'mail', down, true);
    await followCheck(deps, 'disk', down, true);

    expect((await alerts()).map(({ check }) => check)).toEqual(['mail', 'disk']);
    expect(await subjectsTo(OWNER)).toEqual([]);

    await followCheck(deps, 'mail', { state: 'ok', detail: '' }, false);
    await followCheck(deps, 'disk', down, false);
    expect((await subjectsTo(OWNER)).toSorted()).toEqual(['Email works again', 'The disk is full']);
  });
});

describe('health', () => {
  test('has every check, versions and the latest backups', async () => {
    await runCommand({ config: shop.running.services.config, database: shop.database }, 'backup report', ['ok'], { note: 'copied' });
    yes(await system().checkSystemHealth({}));

    const health = yes(await system(reader).systemHealth({}));

    const states = Object.fromEntries(health.checks.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({ database: 'ok', gateway: 'ok', mail: 'off', search: 'ok', backup: 'ok' });
    expect(health.versions.node).toBe(process.versions.node);
    expect(health.versions.postgres).toMatch(/^\d+/);
    expect(health.backups[0]).toMatchObject({ result: 'ok', note: 'copied' });
  });

  test('is checked now by those who may change something', async () => {
    expect(await system(reader).checkSystemHealth({})).toMatchObject({ ok: false, status: 403, code: 'permission_missing' });
    const packer = await signInAs(shop, await createTestStaff(shop.database, { email: 'packer@shop.example', roles: ['Orders'] }));
    for (const call of ['systemHealth', 'systemAlerts', 'systemJobs'] as const)
      expect(await system(packer)[call]({})).toMatchObject({ ok: false, status: 403 });
  });

  test('names a mail server and a gateway that refuse us', async () => {
    const server = await startMailServer();
    expect(await WATCHED.mail({ ...deps, smtpUrl: () => server.url })).toMatchObject({ state: 'ok' });
    await server.stop();
    expect(await WATCHED.mail({ ...deps, smtpUrl: () => server.url })).toMatchObject({
      state: 'failing',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    const ask = () => Promise.reject(new Error('invalid key'));
    expect(await WATCHED.gateway({ ...deps, gateway: () => ({ name: 'stripe', ask }) })).toEqual({
      state: 'failing',
      detail: 'Stripe doesn’t answer: invalid key',
    });
    expect(await WATCHED.gateway({ ...deps, gateway: () => null })).toMatchObject({ state: 'off' });
  });

  test('knows a job that does not run and a queue that does not move', async () => {
    const longAgo = new Date(Date.now() - 3_600_000);
    const idle = { name: 'renew-memberships-twice', cron: '* * * * *', everySeconds: null, isWaiting: false };

    expect(await WATCHED.jobs({ ...deps, jobs: () => [idle], startedAt: longAgo })).toMatchObject({
      state: 'failing',
      count: expect.any(Number),
      detail: expect.stringContaining('renew-memberships-twice'),
    });
    expect((await WATCHED.jobs({ ...deps, jobs: () => [{ ...idle, isWaiting: true }], startedAt: longAgo })).state).not.toBe('failing');
  });

  test('is told of backups by a command that checks its argument', async () => {
    const access = { config: shop.running.services.config, database: shop.database };
    await expect(runCommand(access, 'backup report', ['fine'])).rejects.toThrow("The result is 'fine'. It must be one of ok, failed.");
    await runCommand(access, 'backup report', ['failed'], { note: 'no space' });
    expect((await runCommand(access, 'backup list')).stdout).toContain('no space');
  });

  test('is told of verifications by the same command, with the differences that metrics and alerts read', async () => {
    const access = { config: shop.running.services.config, database: shop.database };
    const report = (result: string, options: Record<string, string | boolean>) => runCommand(access, 'backup report', [result], options);
    await expect(report('ok', { differences: '0' })).rejects.toThrow('--differences needs --verification');
    await expect(report('failed', { verification: true, differences: 'two' })).rejects.toThrow("--differences is 'two'.");
    await expect(report('ok', { verification: true, differences: '2' })).rejects.toThrow("A verification with differences is 'failed'.");
    await report('ok', { note: 'shop.dump' });

    await report('failed', { verification: true, differences: '2', note: 'shop.dump restored, 2 differences' });

    expect((await readBackupFacts(shop.database, true)).verification).toMatchObject({ result: 'failed', differences: 2 });
    expect((await runCommand(access, 'backup list')).stdout).toMatch(/verification +failed +shop\.dump restored, 2 differences/);
    expect(await WATCHED.backup(deps)).toMatchObject({ state: 'failing', detail: expect.stringContaining('2 differences') });
    await report('ok', { verification: true, differences: '0' });
    expect(await WATCHED.backup(deps)).toMatchObject({ state: 'ok' });
  });
});

describe('jobs', () => {
  test('have a name, a purpose and a next run', async () => {
    const { jobs: all } = await jobs(reader);

    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(({ purpose }) => purpose === '').map(({ name }) => name)).toEqual([]);
    // What waits for a setting has no next run.
    const isScheduled = ({ everySeconds, state }: SystemJob): boolean => everySeconds === null && state !== 'waiting';
    expect(all.filter((job) => isScheduled(job) !== (job.nextRunAt !== null))).toEqual([]);
    expect(QUEUE_NAMES.filter((name) => !(name in QUEUE_TEXT))).toEqual([]);
  });

  test('run now, and the run is recorded with its duration', async () => {
    const before = (await jobs()).jobs.find(({ name }) => name === 'purge-carts');
    expect(before).toMatchObject({ finishedAt: null, state: 'never' });

    yes(await system().runSystemJob({ name: 'purge-carts' }));
    yes(await system().runSystemJob({ name: 'purge-carts' }));

    await expect
      .poll(async () => (await jobs()).jobs.find(({ name }) => name === 'purge-carts'))
      .toMatchObject({ state: 'ok', finishedAt: expect.any(String), durationMs: expect.any(Number), error: '' });
    const logged = await shop.database.queryMany({ text: "select subject_id from activity_log where action = 'job.run'" });
    expect(logged).toHaveLength(2);
  });

  test('that fail show why, and one that works again does not', async () => {
    await shop.database.execute({ text: 'alter table club_memberships rename to club_memberships_away' });
    const failing = () => jobs().then(({ jobs: all }) => all.find(({ name }) => name === 'renew-memberships'));
    yes(await system().runSystemJob({ name: 'renew-memberships' }));
    await expect.poll(failing).toMatchObject({ state: 'failing', error: expect.stringContaining('club_memberships') });
    await shop.database.execute({ text: 'alter table club_memberships_away rename to club_memberships' });

    yes(await system().runSystemJob({ name: 'renew-memberships' }));

    await expect.poll(failing).toMatchObject({ state: 'ok', error: '', failures: 0 });
  });

  test('are run by those who may, and only if they are scheduled', async () => {
    expect(await system(reader).runSystemJob({ name: 'purge-carts' })).toMatchObject({ ok: false, status: 403 });
    for (const name of ['send-webhooks', 'send-order-email', 'nothing', "'; drop table orders --"])
      expect(await system().runSystemJob({ name })).toMatchObject({ ok: false, status: 404 });
  });
});

describe('failed work', () => {
  /** Queues an email that cannot be written. */
  const queueBroken = (orderId: unknown) =>
    shop.database.transaction((transaction) => shop.running.services.jobs.queue(transaction, ORDER_MAIL, { kind: 'nonsense', orderId }));
  const failedOf = async (browser?: OfficeBrowser) => (await jobs(browser)).failed;

  test('is tried again, once though two people press, and fails once more', async () => {
    await queueBroken(17);
    await expect.poll(() => failedOf()).toHaveLength(1);
    const [first] = await failedOf();
    expect(first).toMatchObject({ title: 'Email about an order', order: null, failedAt: null, nextAttemptAt: expect.any(String) });
    const ids = [first?.id ?? ''];
    expect(await system(reader).retryFailedJobs({ ids })).toMatchObject({ ok: false, status: 403 });

    const answers = await Promise.all([system().retryFailedJobs({ ids }), system().retryFailedJobs({ ids })]);

    expect(answers.map((answer) => (answer.ok ? answer.value : answer.status)).toSorted()).toEqual([404, { done: 1 }].toSorted());
    const nextAttempts = async () => (await failedOf()).map(({ nextAttemptAt }) => nextAttemptAt);
    await expect.poll(nextAttempts).not.toEqual([first?.nextAttemptAt]);
    await expect.poll(() => failedOf()).toHaveLength(1);
  });

  test('is discarded and logged', async () => {
    const ids = (await failedOf()).map(({ id }) => id);
    expect(yes(await system().discardFailedJobs({ ids: [...ids, randomUUID()] }))).toEqual({ done: 1 });

    expect(await failedOf()).toEqual([]);
    expect(await system().discardFailedJobs({ ids })).toMatchObject({ ok: false, status: 404 });
    expect(await shop.database.queryMany({ text: "select subject_id from activity_log where action = 'job.discarded'" })).toEqual([
      { subject_id: ids[0] },
    ]);
  });

  test('is shown only to people of the market of its order', async () => {
    const id = await paidOrder(shop, [1]);
    const name = randomUUID();
    const role = { name, description: '', permissions: ['system.read' as const], markets: ['SG' as const], refundLimitCents: 0 };
    yes(await owner.call(staffContract).createRole(role));
    const elsewhere = await signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, roles: [name] }));
    await queueBroken(id);
    await expect.poll(() => failedOf()).toHaveLength(1);

    expect((await failedOf())[0]?.order).toMatchObject({ id, market: 'AU' });
    expect(await failedOf(elsewhere)).toEqual([]);
  });

  test.each([{ ids: [] }, { ids: ['x'] }, {}])('refuses %j', async (input) => {
    expect((await owner.raw(systemOfficeContract.retryFailedJobs, input)).status).toBe(400);
  });
});
