/** Variables of backups of the embedded database. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { BackupLocation } from '#packages/embedded-postgres/backup/backup-archive.ts';
import { integer, list, type Variable } from './variable-schemas.ts';

const key = z.string().min(32).max(200);
const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/;

export const BACKUP_VARIABLES = {
  BACKUP_TARGET: {
    schema: z.string().refine((value) => isAbsolute(value) || BUCKET.test(value)),
    default: undefined,
    allowed: 'the full path of a folder, or s3://bucket/prefix',
    description:
      'Where the embedded database is backed up to, nightly and continuously. Does nothing with DATABASE_URL. Region, endpoint and keys of S3-compatible storage come from `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Requires BACKUP_KEY. Takes effect at a restart.',
  },
  BACKUP_KEY: {
    schema: key,
    default: undefined,
    allowed: '32 to 200 characters',
    description: 'Encrypts backups. `openssl rand -base64 32` makes one. Keep a copy elsewhere: without it no backup can be read.',
    secret: true,
  },
  BACKUP_KEY_PREVIOUS: {
    schema: list.pipe(z.array(key)),
    default: '',
    allowed: 'keys, comma separated',
    description: 'Keys that BACKUP_KEY replaces. Older backups are read with them.',
    secret: true,
  },
  BACKUP_HOUR: {
    schema: integer(0, 23),
    default: '17',
    allowed: 'a number from 0 to 23',
    description: 'Hour, in UTC, at which a full backup is made and verified each day.',
  },
  BACKUP_KEEP_COUNT: {
    schema: integer(1, 1_000),
    default: '7',
    allowed: 'a number from 1 to 1000',
    description: 'Latest full backups to keep, however old.',
  },
  BACKUP_KEEP_DAYS: {
    schema: integer(0, 3_650),
    default: '14',
    allowed: 'a number from 0 to 3650',
    description: 'Days to keep full backups, with all changes since the oldest of them.',
  },
} as const satisfies Record<string, Variable>;

/** Said at the start if BACKUP_TARGET is set together with DATABASE_URL. */
export const UNUSED_BACKUP_TARGET =
  'BACKUP_TARGET does nothing, because DATABASE_URL is set: the shop backs up its embedded database only. Back up your own PostgreSQL as docs/guides/back-up.md says, and remove BACKUP_TARGET.';

interface BackupValues {
  readonly DATABASE_URL: string | undefined;
  readonly BACKUP_TARGET: string | undefined;
  readonly BACKUP_KEY: string | undefined;
  readonly BACKUP_KEY_PREVIOUS: readonly string[];
}

/** Returns where backups are and their keys. Null without BACKUP_TARGET, and with a PostgreSQL that is not the embedded one. */
export function backupLocation({ DATABASE_URL, BACKUP_TARGET, BACKUP_KEY, BACKUP_KEY_PREVIOUS }: BackupValues): BackupLocation | null {
  if (DATABASE_URL !== undefined || BACKUP_TARGET === undefined || BACKUP_KEY === undefined) return null;
  return { target: BACKUP_TARGET, keys: [BACKUP_KEY, ...BACKUP_KEY_PREVIOUS] };
}
