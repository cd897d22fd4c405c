import { describe, expect, test } from 'vitest';
import { isBackupDue } from './backup-schedule.ts';
import { backupProblem, diskState, isIncident, needsMail } from './health.ts';
import { isStuck, type JobDefinition, type JobRun, nextRun, stateOfJob } from './job-state.ts';

const at = (time: string): Date => new Date(`2026-11-23T${time}Z`);
const HOURLY: JobDefinition = { name: 'purge-carts', cron: '38 * * * *', everySeconds: null, isWaiting: false };
const POLLED: JobDefinition = { name: 'send-webhooks', cron: null, everySeconds: 2, isWaiting: false };
const run = (given: Partial<JobRun>): JobRun => ({
  name: 'any',
  startedAt: null,
  finishedAt: null,
  durationMs: null,
  error: '',
  failures: 0,
  failingSince: null,
  ...given,
});
const BOOT = at('08:00:00');

describe('the next run', () => {
  test.each([
    ['* * * * *', '10:00:30', '2026-11-23T10:01:00.000Z'],
    ['*/5 * * * *', '10:05:00', '2026-11-23T10:10:00.000Z'],
    ['38 * * * *', '10:38:00', '2026-11-23T11:38:00.000Z'],
    ['15 3 * * *', '10:00:00', '2026-11-24T03:15:00.000Z'],
  ])('of %s after %s', (cron, after, expected) => {
    expect(nextRun(cron, at(after)).toISOString()).toBe(expected);
  });

  test('of an expression with days is not guessed', () => {
    expect(() => nextRun('0 3 * * 1', BOOT)).toThrow('not supported');
  });
});

describe('a job', () => {
  test('that finished is fine until it is a quarter of an hour late', () => {
    const finished = run({ startedAt: at('10:38:00'), finishedAt: at('10:38:02') });

    expect(stateOfJob(HOURLY, finished, at('11:52:00'), BOOT)).toBe('ok');
    expect(stateOfJob(HOURLY, finished, at('11:53:01'), BOOT)).toBe('late');
    expect(isStuck(HOURLY, finished, at('11:53:01'), BOOT)).toBe(true);
  });

  test('is not late right after a pause of the shop', () => {
    const long = run({ finishedAt: new Date('2026-11-20T10:38:00Z') });

    expect(stateOfJob(HOURLY, long, at('08:10:00'), BOOT)).toBe('ok');
    expect(stateOfJob(POLLED, long, at('08:16:00'), BOOT)).toBe('late');
  });

  test('runs until it ends, and hangs after a quarter of an hour', () => {
    const running = run({ startedAt: at('10:38:00'), finishedAt: at('09:38:01') });

    expect(stateOfJob(HOURLY, running, at('10:40:00'), BOOT)).toBe('running');
    expect(stateOfJob(HOURLY, running, at('10:54:00'), BOOT)).toBe('late');
  });

  test('that was cut off by the end of a process does not run', () => {
    const cut = run({ startedAt: at('07:59:00'), finishedAt: at('06:38:00') });

    expect(stateOfJob(HOURLY, cut, at('08:01:00'), BOOT)).toBe('ok');
  });

  test('that fails is stuck only after several failures', () => {
    const once = run({ finishedAt: at('10:00:00'), failures: 1, failingSince: at('09:00:00') });
    const often = { ...once, failures: 3 };

    expect(stateOfJob(POLLED, once, at('10:00:05'), BOOT)).toBe('failing');
    expect(isStuck(POLLED, once, at('10:00:05'), BOOT)).toBe(false);
    expect(isStuck(POLLED, often, at('10:00:05'), BOOT)).toBe(true);
    expect(isStuck(POLLED, { ...often, failingSince: at('09:50:00') }, at('10:00:05'), BOOT)).toBe(false);
  });

  test('that waits for a gateway is never late', () => {
    expect(stateOfJob({ ...POLLED, isWaiting: true }, null, at('20:00:00'), BOOT)).toBe('waiting');
    expect(isStuck({ ...POLLED, isWaiting: true }, null, at('20:00:00'), BOOT)).toBe(false);
  });
});

describe('an incident', () => {
  test('of a service of others needs two minutes, one of the shop none', () => {
    expect(isIncident('gateway', at('10:00:00'), at('10:01:59'))).toBe(false);
    expect(isIncident('gateway', at('10:00:00'), at('10:02:00'))).toBe(true);
    expect(isIncident('backup', at('10:00:00'), at('10:00:00'))).toBe(true);
  });

  test('is mailed once and a day later, and not while mail is down', () => {
    expect(needsMail('jobs', null, false, at('10:00:00'))).toBe(true);
    expect(needsMail('jobs', at('10:00:00'), false, at('23:00:00'))).toBe(false);
    expect(needsMail('jobs', new Date('2026-11-22T10:00:00Z'), false, at('10:00:00'))).toBe(true);
    expect(needsMail('jobs', null, true, at('10:00:00'))).toBe(false);
    expect(needsMail('mail', null, false, at('10:00:00'))).toBe(false);
  });
});

describe('backups', () => {
  const now = at('12:00:00');
  const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

  test.each([
    ['are not used before the shop opens', null, null, null, 'unused'],
    ['are not missing on the first day', null, null, hoursAgo(20), 'unused'],
    ['are missing from an open shop', null, null, hoursAgo(31), 'missing'],
    ['are fine within 30 hours', { at: hoursAgo(29), result: 'ok' as const, note: '' }, hoursAgo(29), null, null],
    ['are missing after 30 hours', { at: hoursAgo(31), result: 'ok' as const, note: '' }, hoursAgo(31), null, 'missing'],
    ['failed, though the one before did not', { at: hoursAgo(1), result: 'failed' as const, note: '' }, hoursAgo(25), null, 'failed'],
  ])('%s', (_name, last, lastGoodAt, openSince, expected) => {
    expect(backupProblem({ last, lastGoodAt, openSince }, now)).toBe(expected);
  });
});

describe('backups that the shop makes', () => {
  const now = at('10:00:00');
  const good = { at: at('09:00:00'), result: 'ok' as const, note: '' };
  const facts = { last: good, lastGoodAt: good.at, openSince: null };

  test.each([
    ['were restored without a difference', { verification: good }, null],
    ['could not be restored, or differ', { verification: { ...good, result: 'failed' as const } }, 'unverified'],
    [
      'were not tried out for seven hours',
      { lastGoodAt: at('03:00:00'), verification: { ...good, at: at('02:00:00') }, triesOut: true },
      'untried',
    ],
    ['were never tried out', { lastGoodAt: at('03:00:00'), triesOut: true }, 'untried'],
    ['are being tried out', { triesOut: true }, null],
    ['are made by another program, which reports no trial', { lastGoodAt: at('03:00:00') }, null],
    ['lack what cannot be archived', { unarchived: '000000010000000000000001' }, 'unarchived'],
  ])('%s', (_name, more, expected) => {
    expect(backupProblem({ ...facts, ...more }, now)).toBe(expected);
  });

  const schedule = { hour: 3, archivingSince: new Date('2026-11-20T12:00:00Z'), lastGoodAt: null, lastAttemptAt: null };
  test.each([
    ['are not due while changes are not archived', { archivingSince: null }, false],
    ['are due at once when archiving has begun', { archivingSince: now }, true],
    [
      'are due again when archiving was interrupted',
      { archivingSince: at('09:30:00'), lastGoodAt: at('09:00:00'), lastAttemptAt: at('09:00:00') },
      true,
    ],
    ['are made once a day', { lastGoodAt: at('03:20:00'), lastAttemptAt: at('03:20:00') }, false],
    ['are due after the hour', { lastGoodAt: at('02:59:00'), lastAttemptAt: at('02:59:00') }, true],
    ['are not tried again at once', { lastGoodAt: at('02:00:00'), lastAttemptAt: at('09:30:00') }, false],
    ['are tried again after an hour', { lastGoodAt: at('02:00:00'), lastAttemptAt: at('09:00:00') }, true],
  ])('%s', (_name, more, expected) => {
    expect(isBackupDue({ ...schedule, ...more }, now)).toBe(expected);
  });

  test('wait for the hour of today until it has come', () => {
    const made = new Date('2026-11-22T12:00:00Z');
    expect(isBackupDue({ ...schedule, hour: 11, lastGoodAt: made, lastAttemptAt: made }, now)).toBe(false);
    expect(isBackupDue({ ...schedule, hour: 11, lastGoodAt: made, lastAttemptAt: made }, at('11:00:00'))).toBe(true);
  });
});

test('a disk is nearly full below 15 percent and full below 5', () => {
  expect([15, 14.9, 4.9].map(diskState)).toEqual(['ok', 'warning', 'failing']);
});
