import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openBackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { applyRetention, expiredBackups } from './retention.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const backupOf = (daysAgo: number): BackupManifest => {
  const at = new Date(NOW.getTime() - daysAgo * 24 * 3_600_000);
  return {
    id: String(daysAgo),
    databaseId: '1',
    startedAt: at,
    stoppedAt: at,
    version: '18',
    timeline: 1,
    firstSegment: '000000010000000000000001',
    lastSegment: '000000010000000000000001',
    bytes: 1,
  };
};
const BACKUPS = [9, 8, 3, 2, 1].map(backupOf);
const expired = (verified: readonly string[], count: number, days: number): string[] =>
  expiredBackups(BACKUPS, new Set(verified), { count, days }, NOW).map(({ id }) => id);

test('keeps the latest backups however old, and all of the last days', () => {
  expect(expired(['1'], 2, 0)).toEqual(['9', '8', '3']);
  expect(expired(['1'], 1, 5)).toEqual(['9', '8']);
  expect(expired(['1'], 10, 0)).toEqual([]);
});

test('never deletes the last backup that was found good, whatever was made since', () => {
  expect(expired(['9', '8'], 1, 0)).toEqual(['9', '3', '2']);
  expect(expired(['9'], 2, 0)).toEqual(['8', '3']);
});

test('without any that was tried, the rule alone decides', () => {
  expect(expired([], 1, 0)).toEqual(['9', '8', '3', '2']);
});

test('keeps the log of a backup that was made after a restore to an earlier time, whose numbers are lower', async () => {
  const target = mkdtempSync(join(tmpdir(), 'retention-'));
  const archive = await openBackupArchive({ target, keys: ['k'.repeat(32)] });
  const before = { ...backupOf(2), firstSegment: '000000010000000000000009', lastSegment: '000000010000000000000009' };
  const after = { ...backupOf(1), timeline: 2, firstSegment: '000000020000000000000005', lastSegment: '000000020000000000000005' };
  for (const backup of [before, after]) {
    await archive.putData('1', backup.id, Readable.from([Buffer.from('data')], { objectMode: false }));
    await archive.putManifest(backup);
  }
  const names = ['000000010000000000000004', '000000020000000000000004', '000000020000000000000005', '000000020000000000000008'];
  for (const name of names) await archive.putWal('1', name, Buffer.from(name));

  const { walFiles } = await applyRetention(archive, '1', { count: 2, days: 0 }, NOW);

  expect(await archive.listWal('1')).toEqual(names.slice(2));
  expect(walFiles).toBe(2);
  rmSync(target, { recursive: true });
});
