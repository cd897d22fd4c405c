import { describe, expect, test } from 'vitest';
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
