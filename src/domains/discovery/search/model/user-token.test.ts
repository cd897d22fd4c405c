import { expect, test } from 'vitest';
import { userToken } from './user-token.ts';

test.each([
  { name: 'no token yet', kept: null, sent: 'fresh', warned: false },
  { name: 'letters, digits, underscore and hyphen', kept: 'Aa0_-', sent: 'Aa0_-', warned: false },
  { name: '64 long', kept: 'x'.repeat(64), sent: 'x'.repeat(64), warned: false },
  { name: '65 long', kept: 'x'.repeat(65), sent: null, warned: true },
  { name: 'empty', kept: '', sent: null, warned: true },
  { name: 'a bar', kept: 'auth0|7', sent: null, warned: true },
  { name: 'a line break at its end', kept: 'token\n', sent: null, warned: true },
])('handles a saved user token: $name [SRCH-47]', ({ kept, sent, warned }) => {
  const warnings: string[] = [];
  let written: string | null = null;
  const token = userToken({
    read: () => kept,
    write: (made) => {
      written = made;
    },
    newToken: () => 'fresh',
    warn: (sentence) => warnings.push(sentence),
  });
  expect([token, warnings.length > 0, written]).toEqual([sent, warned, kept === null ? 'fresh' : null]);
});
