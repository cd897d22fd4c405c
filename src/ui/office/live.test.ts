import { expect, test } from 'vitest';
import { parseChange } from './live.ts';

test('reads changes and ignores everything else', () => {
  const change = { kind: 'order', id: '1', event: 'placed' };
  expect(parseChange(JSON.stringify({ ...change, more: 1 }))).toEqual({ ...change, isOwn: false });
  expect(parseChange(JSON.stringify({ ...change, isOwn: true }))).toEqual({ ...change, isOwn: true });
  expect(['', 'null', '[]', '{"kind":"order"}', '{"kind":1,"id":"1","event":""}'].map(parseChange)).toEqual([null, null, null, null, null]);
});
