import { expect, test } from 'vitest';
import { DocumentIds } from './document-ids.ts';

test('distinguishes ids with the same hash and does not find unknown ids', () => {
  // Both hash to the same 32 bits.
  const ids = ['costarring', 'liquid', 'a', ''];
  const numbers = DocumentIds.for(ids.length, (document) => ids[document]);
  ids.forEach((id, document) => {
    numbers.put(id, document);
  });
  expect(ids.map((id) => numbers.get(id))).toEqual([0, 1, 2, 3]);
  expect(numbers.get('b')).toBeUndefined();
  expect(DocumentIds.for(0, () => undefined).get('a')).toBeUndefined();
});
