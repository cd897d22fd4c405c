import { describe, expect, test } from 'vitest';
import { isLocalRequest, isLoopbackAddress } from './local-address.ts';

test.each([
  { address: '127.0.0.1', expected: true },
  { address: '127.8.9.10', expected: true },
  { address: '::1', expected: true },
  { address: '::ffff:127.0.0.1', expected: true },
  { address: '10.0.0.1', expected: false },
  { address: '::ffff:10.0.0.1', expected: false },
  { address: 'localhost', expected: false },
  { address: undefined, expected: false },
])('classifies the socket address $address as loopback: $expected', ({ address, expected }) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});

describe('a request', () => {
  const local = { headers: { host: 'localhost:3000' }, socket: { remoteAddress: '127.0.0.1' } };

  test('is local if it comes from this machine for this machine', () => {
    expect(isLocalRequest(local)).toBe(true);
  });

  test.each([
    { name: 'from another machine', request: { ...local, socket: { remoteAddress: '10.1.2.3' } } },
    { name: 'for another host', request: { ...local, headers: { host: 'shop.example' } } },
    { name: 'without a host', request: { ...local, headers: {} } },
    { name: 'passed on by a proxy', request: { ...local, headers: { host: 'localhost', 'x-forwarded-for': '10.1.2.3' } } },
    { name: 'passed on for another host', request: { ...local, headers: { host: 'localhost', 'x-forwarded-host': 'shop.example' } } },
    { name: 'passed on in the standard way', request: { ...local, headers: { host: 'localhost', forwarded: 'for=10.1.2.3' } } },
  ])('is not local $name', ({ request }) => {
    expect(isLocalRequest(request)).toBe(false);
  });
});
