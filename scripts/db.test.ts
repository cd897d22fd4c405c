import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER } from '#lib/db/migration-files.ts';
import { nextMigrationFile } from './db.ts';

describe('migration file name', () => {
  test('has the number after the highest one and the name in snake case', () => {
    expect(nextMigrationFile(['0001_schema.sql', '0009_pages.sql', 'README.md'], 'Add gift-wrap')).toBe('0010_add_gift_wrap.sql');
  });

  test('starts at the first number in an empty folder', () => {
    expect(nextMigrationFile([], 'schema')).toBe('0001_schema.sql');
  });

  test.each(['', '../evil', 'a;b', '7th'])('rejects the name "%s"', (name) => {
    expect(() => nextMigrationFile([], name)).toThrow('is no name for a migration');
  });
});

test('migrations are numbered from 1 without gaps', () => {
  const numbers = readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => Number(file.slice(0, 4)));

  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});
