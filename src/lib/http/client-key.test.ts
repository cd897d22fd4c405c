import { expect, test } from 'vitest';
import { clientKey } from './client-key.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['fe80::1%eth0', 'fe80::'],
  ['not an address', 'not an address'],
  [undefined, 'unknown'],
])('identifies %s as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});
