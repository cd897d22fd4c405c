/** Text of reports of backups. */
import { plural } from '#lib/plural.ts';

const mb = (bytes: number): string =>
  bytes < 1_000_000_000 ? `${Math.ceil(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
const time = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const backupMessages = {
  begun: 'Has begun.',
  progress: (done: number, total: number): string => `${Math.floor((100 * done) / Math.max(1, total))}% of ${mb(total)}.`,
  backedUp: (bytes: number, seconds: number, removed: number, isOnSameDisk: boolean): string =>
    [
      `${mb(bytes)} in ${plural(seconds, 'second')}.`,
      removed > 0 ? `${plural(removed, 'old backup')} deleted.` : '',
      isOnSameDisk ? 'It is on the same disk as the database.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  damaged: (reason: string): string => `The backup could be restored, but a page of it is damaged: ${reason}.`,
  verified: (differences: number, checks: number, lastChangeAt: Date | null, first: string): string =>
    [
      `Restored, ${plural(differences, 'difference')} in ${plural(checks, 'comparison')}.`,
      lastChangeAt === null ? '' : `Last change: ${time(lastChangeAt)}.`,
      first === '' ? '' : `The first: ${first}.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const;
