import { expect, test } from 'vitest';
import { toLinkAddress, toReadableAddress } from './readable-address.ts';

test.each([
  { address: '/wines?region=Barossa%20Valley', readable: '/wines?region=Barossa Valley' },
  { address: '/wines?producer=Ch%C3%A2teau%20Ang%C3%A9lus&sort=price', readable: '/wines?producer=Château Angélus&sort=price' },
  { address: '/wines?query=50%25%20off%26more%2Fless', readable: '/wines?query=50%25 off%26more%2Fless' },
  { address: '/wines?query=%C3%28', readable: '/wines?query=%C3%28' },
  { address: 'https://shop.example/a#b', readable: 'https://shop.example/a#b' },
])('shows $address as $readable, and carries it as before', ({ address, readable }) => {
  expect(toReadableAddress(address)).toBe(readable);
  expect(toLinkAddress(readable)).toBe(address);
});

test('takes an address with spaces around it and half a character in it', () => {
  expect(toLinkAddress(' /wines?q=Ch\u00e2teau\ud83c ')).toBe('/wines?q=Ch%C3%A2teau%EF%BF%BD');
});
