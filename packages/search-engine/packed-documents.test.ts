import { expect, test } from 'vitest';
import { createValueTables, DocumentPacker } from './packed-documents.ts';

interface Wine {
  readonly id: string;
  readonly tags?: readonly string[];
  readonly colour: string | null;
}

const WINES: Wine[] = [
  { id: 'a', tags: ['New', 'Big'], colour: 'Red' },
  { id: 'b', colour: 'Red' },
  { id: 'é', tags: [], colour: null },
];

const packed = (wines: readonly Wine[]) => {
  const packer = DocumentPacker.of<Wine>(createValueTables(['tags', 'colour']));
  for (const wine of wines) packer.add(wine);
  return packer.finish();
};

test('returns documents as they were, with shared values stored once and frozen', () => {
  const documents = packed([...WINES, { id: 'd', tags: ['New', 'Big'], colour: 'Red' }]);
  expect(WINES.map((_, index) => documents.at(index))).toEqual(WINES);
  expect(documents.at(3)?.tags).toBe(documents.at(0)?.tags);
  expect(documents.parts.tables.colour).toEqual(['Red', null]);
  expect(Object.isFrozen(documents.at(0)?.tags)).toBe(true);
  expect(documents.at(4)).toBeUndefined();
});

test('copies packed documents among new ones and does not change the base', () => {
  const before = packed(WINES);
  const packer = DocumentPacker.after<Wine>(before.parts);
  packer.copy(0, 1);
  packer.add({ id: 'new', tags: ['Small'], colour: 'White' });
  packer.copy(1, 3, Uint8Array.from([0, 1, 0]));
  const after = packer.finish();
  expect(Array.from({ length: after.length }, (_, index) => after.at(index))).toEqual([
    WINES[0],
    { id: 'new', tags: ['Small'], colour: 'White' },
    WINES[2],
  ]);
  expect(before.parts.tables.colour).toEqual(['Red', null]);
});
