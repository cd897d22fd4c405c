import { expect, test } from 'vitest';
import { DocIdMap } from './doc-ids.ts';

test('ids that hash alike are told apart, and others are not there', () => {
  // Both hash to the same 32 bits.
  const ids = ['costarring', 'liquid', 'a', ''];
  const numbers = DocIdMap.for(ids.length, (document) => ids[document]);
  ids.forEach((id, document) => {
    numbers.put(id, document);
  });
  expect(ids.map((id) => numbers.get(id))).toEqual([0, 1, 2, 3]);
  expect(numbers.get('b')).toBeUndefined();
  expect(DocIdMap.for(0, () => undefined).get('a')).toBeUndefined();
});
