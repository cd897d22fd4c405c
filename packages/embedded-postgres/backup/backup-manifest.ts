import { BackupError } from './backup-error.ts';

/** What is known about a complete backup. */
export interface BackupManifest {
  /** Time of its start in UTC, as `20261124T093000Z`. */
  readonly id: string;
  /** Id that PostgreSQL gave the database when it was created. */
  readonly databaseId: string;
  readonly startedAt: Date;
  /** From here on the backup can be restored to any time. */
  readonly stoppedAt: Date;
  /** Major version of PostgreSQL. */
  readonly version: string;
  readonly timeline: number;
  /** First and last segment of the write-ahead log without which the backup cannot be restored. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  /** Size of the files of the database, uncompressed. */
  readonly bytes: number;
}

/** @param name for messages @throws BackupError `damaged` */
export function parseManifest(name: string, json: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = null;
  }
  const fields = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const read = <T>(field: string, parse: (raw: unknown) => T | undefined): T => {
    const parsed = parse(fields.get(field));
    if (parsed === undefined)
      throw new BackupError('damaged', `${name} has no valid '${field}'. It was made by another version of the shop.`);
    return parsed;
  };
  const textOf = (raw: unknown): string | undefined => (typeof raw === 'string' && raw !== '' ? raw : undefined);
  const numberOf = (raw: unknown): number | undefined => (typeof raw === 'number' && raw >= 0 ? raw : undefined);
  const dateOf = (raw: unknown): Date | undefined =>
    typeof raw === 'string' && !Number.isNaN(Date.parse(raw)) ? new Date(raw) : undefined;
  return {
    id: read('id', textOf),
    databaseId: read('databaseId', textOf),
    startedAt: read('startedAt', dateOf),
    stoppedAt: read('stoppedAt', dateOf),
    version: read('version', textOf),
    timeline: read('timeline', numberOf),
    firstSegment: read('firstSegment', textOf),
    lastSegment: read('lastSegment', textOf),
    bytes: read('bytes', numberOf),
  };
}
