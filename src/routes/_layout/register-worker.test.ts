import { expect, test } from 'vitest';
import { mayRegister } from './register-worker.ts';

test.each([
  { address: 'https://shop.example', may: true },
  { address: 'http://localhost:3000', may: true },
  { address: 'http://sg.localhost:3000', may: true },
  { address: 'http://127.0.0.1:3000', may: true },
  { address: 'http://shop.example', may: false },
  { address: 'http://localhost.example', may: false },
  { address: 'http://notlocalhost', may: false },
])('registers at $address: $may [CONT-45]', ({ address, may }) => {
  expect(mayRegister(new URL(address))).toBe(may);
});
