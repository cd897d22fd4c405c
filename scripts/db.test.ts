import { describe, expect, test } from 'vitest';
import { nextMigrationFile } from './db.ts';

describe('the file of a new migration', () => {
  test('has the number after the highest one and the name in snake case', () => {
    expect(nextMigrationFile(['0001_schema.sql', '0009_pages.sql', 'README.md'], 'Add gift-wrap')).toBe('0010_add_gift_wrap.sql');
  });

  test('is the first in an empty folder', () => {
    expect(nextMigrationFile([], 'schema')).toBe('0001_schema.sql');
  });

  test.each(['', '../evil', 'a;b', '7th'])('is refused for the name "%s"', (name) => {
    expect(() => nextMigrationFile([], name)).toThrow('is no name for a migration');
  });
});
