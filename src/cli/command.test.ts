import { userInfo } from 'node:os';
import { expect, test, vi } from 'vitest';
import { readActor } from './command.ts';

vi.mock('node:os', { spy: true });

test('names who runs a command, also where the user has only a number', () => {
  vi.mocked(userInfo).mockReturnValueOnce({ ...userInfo(), username: 'ada' });
  expect(readActor({ options: {} })).toBe('ada');
  expect(readActor({ options: { actor: 'Grace' } })).toBe('Grace');

  vi.mocked(userInfo).mockImplementationOnce(() => {
    throw new Error('ENOENT');
  });
  expect(readActor({ options: {} })).toBe(`user ${process.getuid?.()}`);
});
