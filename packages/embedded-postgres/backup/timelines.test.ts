/** Timelines after restores: which backups lead to them, and which log belongs to them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupArchive, openBackupArchive } from './backup-archive.ts';
import { canReach, hasLogOf, type Lineage, readLineage } from './timelines.ts';

const target = mkdtempSync(join(tmpdir(), 'timelines-'));
const segment = (timeline: number, number: number): string =>
  `${String(timeline).padStart(8, '0')}00000000${String(number).padStart(8, '0')}`;
let archive: BackupArchive;
beforeAll(async () => {
  archive = await openBackupArchive({ target, keys: ['k'.repeat(32)] });
  // Timeline 2 left the first one in its fifth segment. Timeline 3 is of a restore that never ran.
  const files = [segment(1, 4), segment(1, 9), segment(2, 5), segment(2, 7)];
  for (const name of files) await archive.putWal('1', name, Buffer.from(name));
  await archive.putWal('1', '00000002.history', Buffer.from('1\t0/5000028\tbefore 2026\n'));
  await archive.putWal('1', '00000003.history', Buffer.from('1\t0/4000028\tbefore 2026\n'));
});
afterAll(() => rmSync(target, { recursive: true }));

const LATER: Lineage = { timeline: 2, ancestors: new Map([[1, 5]]) };

test('the latest timeline is that of which there is log, with those that it descends from', async () => {
  expect(await readLineage(archive, '1', null)).toEqual(LATER);
  expect(await readLineage(archive, '1', 1)).toEqual({ timeline: 1, ancestors: new Map() });
  expect(await readLineage(archive, '1', 3)).toEqual({ timeline: 3, ancestors: new Map([[1, 4]]) });
});

test('a backup leads to its own timeline, and to one that began after it', () => {
  expect(canReach({ timeline: 2, lastSegment: segment(2, 7) }, LATER)).toBe(true);
  expect(canReach({ timeline: 1, lastSegment: segment(1, 4) }, LATER)).toBe(true);
  expect(canReach({ timeline: 1, lastSegment: segment(1, 5) }, LATER)).toBe(false);
  expect(canReach({ timeline: 3, lastSegment: segment(3, 1) }, LATER)).toBe(false);
});

test('log of an earlier timeline belongs to one up to where that began', () => {
  const names = [segment(1, 4), segment(1, 5), segment(1, 9), segment(2, 5), segment(2, 7), segment(3, 6), '00000002.history'];
  expect(names.filter((name) => hasLogOf(name, LATER))).toEqual([segment(1, 4), segment(1, 5), segment(2, 5), segment(2, 7)]);
});
