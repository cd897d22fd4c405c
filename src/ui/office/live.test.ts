import { expect, test } from 'vitest';
import { parseChange } from './live.ts';

test('reads changes and ignores everything else', () => {
  expect(parseChange('{"kind":"order","id":"1","event":"placed","more":1}')).toEqual({ kind: 'order', id: '1', event: 'placed' });
  expect(['', 'null', '[]', '{"kind":"order"}', '{"kind":1,"id":"1","event":""}'].map(parseChange)).toEqual([null, null, null, null, null]);
});
