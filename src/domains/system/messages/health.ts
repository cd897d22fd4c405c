/** Text of checks: what they are, what was found and what to do. Used by the screens, the banner and the emails. */
import { plural } from '#lib/plural.ts';
import type { CheckName, CheckState } from '../model/health.ts';

interface CheckText {
  readonly title: string;
  /** What it is for. */
  readonly purpose: string;
  /** What happens while it fails. */
  readonly effect: string;
  /** What to do if it needs attention. */
  readonly todo: string;
  /** What is missing while it is not set up. */
  readonly off: string;
}

export const CHECK_TEXT: Readonly<Record<CheckName, CheckText>> = {
  database: {
    title: 'Database',
    purpose: 'Keeps orders, customers and everything else.',
    effect: 'The shop and the office can’t work.',
    todo: 'Ask whoever runs the server to look at PostgreSQL.',
    off: '',
  },
  workers: {
    title: 'Background work',
    purpose: 'Sends email, runs jobs and imports files.',
    effect: 'Emails, renewals, refunds and imports wait. Shoppers can still buy.',
    todo: 'Ask whoever runs the server to start a worker: npm start with SHOP_ROLE=worker.',
    off: '',
  },
  gateway: {
    title: 'Payment gateway',
    purpose: 'Takes payments and pays refunds.',
    effect: 'Shoppers can’t pay, and refunds wait until it works again.',
    todo: 'Look at the status page of your gateway. If it reports no problem, check the keys in Settings.',
    off: 'No gateway is set up, so nobody can pay. Choose one in Settings.',
  },
  mail: {
    title: 'Email',
    purpose: 'Sends receipts, password links and messages to you.',
    effect: 'Emails wait and are sent when it works again.',
    todo: 'Open Settings, Email and select “Test connection”. Most often the password of the mail server has changed.',
    off: 'No mail server is set up. Emails stay in the mailbox of this shop and reach nobody.',
  },
  search: {
    title: 'Search',
    purpose: 'Finds wines for shoppers.',
    effect: 'Lists and search ask shoppers to try again.',
    todo: 'Wait a few minutes after a start. If it stays, ask whoever runs the server to restart the shop.',
    off: '',
  },
  jobs: {
    title: 'Jobs',
    purpose: 'Work that the shop does by itself: emails, renewals, reminders, cleaning.',
    effect: 'What these jobs do waits.',
    todo: 'Open Jobs, read the error and select “Run now”. If it fails again, send the error to whoever looks after the shop.',
    off: '',
  },
  backup: {
    title: 'Backups',
    purpose: 'Copies of the database, made by the shop or by a script of yours.',
    effect: 'If the disk fails now, what happened since the last good backup is lost.',
    todo: 'If the shop makes backups itself, ask whoever runs the server to look at the storage. Otherwise run the backup script by hand, read what it prints, and check that it is still scheduled.',
    off: 'No backup was ever reported. Set BACKUP_TARGET and the shop makes them, or let your backup script run “npm run cli -- backup report ok” when it is done.',
  },
  disk: {
    title: 'Disk',
    purpose: 'Holds the data of the shop.',
    effect: 'A full disk stops the shop.',
    todo: 'Ask whoever runs the server to free space or to add some. Old backups and logs are the usual reason.',
    off: '',
  },
};

/** In place of the text above for a shop with a PostgreSQL of its own, which the shop does not back up. */
export const EXTERNAL_BACKUP_OFF =
  'No backup was ever reported. The shop doesn’t back up a PostgreSQL of your own. Use pgBackRest as the guide “Back up and restore” says, and let your backup script run “npm run cli -- backup report ok” when it is done.';

export const CHECK_STATE_LABELS: Readonly<Record<CheckState, string>> = {
  ok: 'Works',
  warning: 'Look at it soon',
  failing: 'Doesn’t work',
  off: 'Not set up',
};

const listOf = new Intl.ListFormat('en-AU');
const size = (bytes: number): string =>
  bytes < 1_000_000_000
    ? `${Math.ceil(bytes / 1_000_000)} MB`
    : `${(bytes / 1_000_000_000).toLocaleString('en-AU', { maximumFractionDigits: bytes < 10_000_000_000 ? 1 : 0 })} GB`;

/** What checks found, in sentences. */
export const foundMessages = {
  database: (ms: number, bytes: number) => `Answers in ${ms} ms. ${size(bytes)} of data.`,
  workersOk: (count: number) => `${plural(count, 'process', 'processes')} ${count === 1 ? 'does' : 'do'} it.`,
  workersMissing: 'No process does it at the moment.',
  gatewayOk: (name: string) => `${name} answers.`,
  gatewayFailing: (name: string, reason: string) => `${name} doesn’t answer: ${reason}`,
  mailOk: 'The mail server answers.',
  mailFailing: (reason: string) => `The mail server refuses us: ${reason}`,
  searchReady: (offers: number) => `${plural(offers, 'wine')} can be found.`,
  searchPreparing: 'The index is being built.',
  jobsOk: 'Everything runs on time.',
  jobsStuck: (titles: readonly string[]) => `${listOf.format(titles)} ${titles.length === 1 ? 'needs' : 'need'} attention.`,
  queueWaits: (title: string, minutes: number) => `${title} (waiting for ${plural(minutes, 'minute')})`,
  jobsFailed: (count: number) => `${plural(count, 'piece', 'pieces')} of work failed and can be tried again.`,
  backupOk: (when: string) => `The last good backup was reported ${when}.`,
  backupFailed: (when: string, note: string) => `A backup failed ${when}${note === '' ? '.' : `: ${note}`}`,
  backupMissing: (when: string) => `The last good backup was reported ${when}.`,
  backupNever: 'The shop takes orders and no good backup was ever reported.',
  backupUnarchived: (file: string) =>
    `The latest changes can’t be copied to the backups since ${file}. They wait on the disk of the database.`,
  backupUnverified: (when: string, note: string) => `A backup was tried out ${when}, and it isn’t good: ${note}`,
  backupUntried: (when: string) => `The backup made ${when} was not tried out.`,
  backupUnused: 'No backup was ever reported.',
  disk: (free: number, total: number) => `${size(free)} of ${size(total)} are free.`,
  unchecked: 'Not checked yet.',
  notSetUp: 'Not set up.',
} as const;
