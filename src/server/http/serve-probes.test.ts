import { expect, test } from 'vitest';
import { mayReadMetrics, waitForLists } from './serve-probes.ts';

const TOKEN = 'a-token-of-sixteen';

test.each([
  { name: 'this machine', ip: '127.0.0.1', headers: {}, token: undefined, may: true },
  { name: 'this machine, by IPv6', ip: '::1', headers: {}, token: undefined, may: true },
  { name: 'another machine', ip: '10.0.0.7', headers: {}, token: undefined, may: false },
  { name: 'a proxy on this machine', ip: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' }, token: undefined, may: false },
  { name: 'a proxy that writes Forwarded', ip: '127.0.0.1', headers: { forwarded: 'for=203.0.113.9' }, token: undefined, may: false },
  { name: 'the token', ip: '203.0.113.9', headers: { authorization: `Bearer ${TOKEN}` }, token: TOKEN, may: true },
  { name: 'another token', ip: '127.0.0.1', headers: { authorization: 'Bearer nonsense' }, token: TOKEN, may: false },
  { name: 'this machine without the token', ip: '127.0.0.1', headers: {}, token: TOKEN, may: false },
])('$name', ({ ip, headers, token, may }) => {
  expect(mayReadMetrics({ ip, headers }, token)).toBe(may);
});

test.each([
  { name: 'role web, while they are built', role: 'web', isPreparing: true, seconds: 119, waits: true },
  { name: 'role web, once they are built or the build failed', role: 'web', isPreparing: false, seconds: 0, waits: false },
  { name: 'role web, after two minutes', role: 'web', isPreparing: true, seconds: 120, waits: false },
  { name: 'role all', role: 'all', isPreparing: true, seconds: 0, waits: false },
] as const)('a process waits for its lists: $name: $waits', ({ role, isPreparing, seconds, waits }) => {
  let now = 5_000;
  const isWaiting = waitForLists(role, { isPreparing }, () => now);

  now += seconds * 1_000;

  expect(isWaiting()).toBe(waits);
});
