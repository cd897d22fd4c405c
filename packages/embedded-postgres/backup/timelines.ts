/**
 * Timelines of a database: each restore begins a new one, and the one before it goes on no further. A backup can be recovered to a
 * timeline if it was complete before that one, or those that it descends from, went another way.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../errno.ts';
import type { BackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { historyName, isSegment, parseHistory, segmentNumber, timelineOf } from './wal-names.ts';

export interface Lineage {
  readonly timeline: number;
  /** The timelines that it descends from, with the number of the segment in which the next one began. */
  readonly ancestors: ReadonlyMap<number, number>;
}

/** Returns the highest timeline of which there is log. A history alone is of a restore that never ran. */
const latestTimeline = (names: readonly string[]): number =>
  names.filter(isSegment).reduce((latest, name) => Math.max(latest, timelineOf(name) ?? 1), 1);

async function readHistory(archive: BackupArchive, databaseId: string, name: string, walFolder: string | null): Promise<string> {
  const archived = await archive.getWal(databaseId, name);
  if (archived !== null) return archived.toString('utf8');
  if (walFolder === null) return '';
  return readFile(join(walFolder, name), 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  });
}

/**
 * Reads from what a timeline descends.
 * @param timeline null for the latest one in the archive
 * @param walFolder `pg_wal` of the database, for a history that is not archived yet
 */
export async function readLineage(
  archive: BackupArchive,
  databaseId: string,
  timeline: number | null,
  walFolder: string | null = null,
): Promise<Lineage> {
  const chosen = timeline ?? latestTimeline(await archive.listWal(databaseId));
  const history = chosen === 1 ? '' : await readHistory(archive, databaseId, historyName(chosen), walFolder);
  return { timeline: chosen, ancestors: parseHistory(history) };
}

/** Returns whether the archive says how a timeline began. A restored database archives that when it runs. */
export async function isArchived(archive: BackupArchive, databaseId: string, timeline: number): Promise<boolean> {
  return timeline === 1 || (await archive.getWal(databaseId, historyName(timeline))) !== null;
}

/** Returns whether a backup can be recovered to a timeline. */
export function canReach({ timeline, lastSegment }: Pick<BackupManifest, 'timeline' | 'lastSegment'>, lineage: Lineage): boolean {
  if (timeline === lineage.timeline) return true;
  const end = lineage.ancestors.get(timeline);
  return end !== undefined && segmentNumber(lastSegment) < end;
}

/** Returns whether a segment has log that belongs to a timeline. */
export function hasLogOf(segment: string, { timeline, ancestors }: Lineage): boolean {
  const own = timelineOf(segment);
  if (own === undefined || !isSegment(segment)) return false;
  return own === timeline || segmentNumber(segment) <= (ancestors.get(own) ?? -1);
}
