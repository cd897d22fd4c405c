import { expect, test } from 'vitest';
import { readActor, readUserName } from './command.ts';

test('names who runs a command, also where the user has only a number', () => {
  expect(readActor({ options: { actor: 'Grace' } })).toBe('Grace');
  expect(readActor({ options: {} })).toBe(readUserName());
  expect(readUserName(() => ({ username: 'ada' }))).toBe('ada');
  expect(
    readUserName(() => {
      throw new Error('ENOENT');
    }),
  ).toBe(`user ${process.getuid?.()}`);
});
