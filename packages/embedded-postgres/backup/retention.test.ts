import { expect, test } from 'vitest';
import type { BackupManifest } from './backup-manifest.ts';
import { expiredBackups } from './retention.ts';

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
