/** Text of the system screens. */
import { plural } from '#lib/plural.ts';
import type { JobState } from '../model/job-state.ts';

export const systemTabs = {
  label: 'System',
  health: 'Health',
  jobs: 'Jobs',
  mail: 'Email',
  webhooks: 'Webhooks',
  errors: 'Errors',
  disputes: 'Disputes',
} as const;

export const healthMessages = {
  title: 'System',
  allWell: 'Everything works',
  attention: (count: number) => `${plural(count, 'thing needs', 'things need')} attention`,
  checkNow: 'Check now',
  checked: 'Checked.',
  lastChecked: (when: string) => `Last checked ${when}`,
  checks: 'What the shop depends on',
  effect: 'What it means',
  todo: 'What to do',
  since: (when: string) => `Since ${when}`,
  openJobs: 'Open Jobs',
  processes: 'Processes',
  processColumns: { role: 'Role', host: 'Where', version: 'Version', startedAt: 'Started' },
  processRoles: { all: 'Everything', web: 'Web', worker: 'Worker' },
  processPlace: (host: string, pid: number) => `${host}, process ${pid}`,
  otherWebProcesses: (running: number, expected: number) =>
    `${plural(running, 'web process', 'web processes')} ${running === 1 ? 'runs' : 'run'}, and WEB_PROCESSES is ${expected}. While processes are replaced this is normal. Otherwise ask whoever runs the server to set WEB_PROCESSES to their number: limits of requests are divided by it.`,
  versions: 'Versions',
  versionNames: { shop: 'Shop', node: 'Node.js', postgres: 'PostgreSQL', startedAt: 'Started' },
  backups: 'Backups',
  backupKinds: { backup: 'Backup', verification: 'Restored to try it out' },
  backupResults: { running: 'Running', ok: 'Good', failed: 'Failed' },
  noBackups: 'No backup was reported yet. Set BACKUP_TARGET and the shop makes them, or let your backup script run this when it is done:',
  noExternalBackups:
    'No backup was reported yet. The shop doesn’t back up a PostgreSQL of your own. Use pgBackRest as the guide “Back up and restore” says, and let your backup script run this when it is done:',
  backupCommand: 'npm run cli -- backup report ok',
  backupColumns: { at: 'Reported', kind: 'What', result: 'Result', note: 'Note' },
} as const;

export const JOB_STATE_LABELS: Readonly<Record<JobState, string>> = {
  ok: 'On time',
  running: 'Running',
  failing: 'Failed',
  late: 'Stuck',
  waiting: 'Paused',
  never: 'Not run yet',
};

export const jobMessages = {
  title: 'Jobs',
  failedHeading: 'Work that failed',
  failedText: 'Failed work is tried again for about a week by itself. You can try it now, or discard what nobody needs any more.',
  failedMore: (shown: number, total: number) => `The latest ${shown} of ${total}.`,
  retry: 'Try again',
  retryAll: (count: number) => `Try all ${count.toLocaleString('en-AU')} again`,
  discard: 'Discard',
  discardTitle: 'Discard this work?',
  discardConsequences: ['It is deleted and never done: an email of it isn’t sent.', 'This can’t be undone.'],
  discardAction: 'Discard work',
  retried: (count: number) => `${plural(count, 'piece', 'pieces')} of work will be tried within seconds.`,
  discarded: 'Discarded.',
  nameOf: (title: string, when: string) => `${title}, ${when}`,
  retryOf: (title: string) => `Try again: ${title}`,
  discardOf: (title: string) => `Discard: ${title}`,
  attempts: (count: number) => plural(count, 'attempt'),
  givenUp: (when: string) => `Given up ${when}`,
  nextAttempt: (when: string) => `Next attempt ${when}`,
  order: (number: number, market: string) => `Order #${number} ${market}`,
  columns: {
    work: 'Work',
    error: 'Error',
    when: 'When',
    job: 'Job',
    state: 'State',
    last: 'Last run',
    next: 'Next run',
    actions: 'Actions',
  },
  scheduledHeading: 'Scheduled jobs',
  polledHeading: 'Jobs that run all the time',
  run: 'Run now',
  runOf: (title: string) => `Run now: ${title}`,
  started: (title: string) => `“${title}” runs within seconds.`,
  every: (seconds: number) => `Every ${plural(seconds, 'second')}`,
  never: 'Never',
  took: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
  failedTimes: (count: number) => (count === 1 ? 'The last run failed.' : `The last ${count} runs failed.`),
  paused: 'Waits until the shop is open and has a payment gateway.',
} as const;

export const alertMessages = {
  region: 'What needs attention',
  since: (when: string) => `since ${when}`,
} as const;
