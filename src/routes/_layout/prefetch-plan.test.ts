import { describe, expect, test } from 'vitest';
import { mayPrefetch, nextToPrefetch, PREFETCH } from './prefetch-plan.ts';

describe('prefetch plan [CONT-37]', () => {
  test.each([
    { name: 'a shopper on a phone', reader: { userAgent: 'Mozilla/5.0', connection: { effectiveType: '4g' } }, expected: true },
    { name: 'a browser without connection data', reader: { userAgent: 'Mozilla/5.0' }, expected: true },
    { name: '2g', reader: { userAgent: 'Mozilla/5.0', connection: { effectiveType: '2g' } }, expected: false },
    { name: 'slow 2g', reader: { userAgent: 'Mozilla/5.0', connection: { effectiveType: 'slow-2g' } }, expected: false },
    { name: 'data to be saved', reader: { userAgent: 'Mozilla/5.0', connection: { saveData: true } }, expected: false },
    { name: 'a bot', reader: { userAgent: 'Mozilla/5.0 (compatible; Examplebot/2.1)' }, expected: false },
  ])('$name: $expected', ({ reader, expected }) => {
    expect(mayPrefetch(reader)).toBe(expected);
  });

  test('takes four pages at a time, each once and none personal', () => {
    const links = ['/a', '/cart', '/a', '/account', '/account/orders', '/checkout/x', '/api/order/1/invoice', '/b', '/c', '/d'];
    const unprefetched = ['/account/*', '/checkout/:token'];
    const done = new Set(['/']);
    const first = nextToPrefetch(links, done, unprefetched);
    expect(first).toEqual(['/a', '/cart', '/b', '/c']);
    expect(nextToPrefetch(links, new Set([...done, ...first]), unprefetched)).toEqual(['/d']);
  });

  test('stops at the maximum number of pages', () => {
    const links = Array.from({ length: 100 }, (_, number) => `/${number}`);
    const done = new Set<string>();
    for (let iteration = 0; iteration < 20; iteration += 1) for (const path of nextToPrefetch(links, done, [])) done.add(path);
    expect(done.size).toBe(PREFETCH.most);
  });
});
