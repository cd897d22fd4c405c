import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bitmap, clearBit, countBits, createBitmap, hasBit, intersect, listBits, setBit, sliceBits } from './bitmap.ts';

const SIZE = 200;
const documents = fc.uniqueArray(fc.nat(SIZE - 1)).map((list) => list.sort((a, b) => a - b));

const toBits = (list: readonly number[]): Bitmap => {
  const bits = createBitmap(SIZE);
  for (const document of list) setBit(bits, document);
  return bits;
};

const toList = (bits: Bitmap, without?: Bitmap): number[] => {
  const into = new Uint32Array(SIZE);
  return [...into.subarray(0, listBits(bits, into, without))];
};

test('sets of documents have the members of a list', () => {
  fc.assert(
    fc.property(documents, documents, fc.nat(SIZE), fc.nat(SIZE), (list, other, from, to) => {
      const bits = toBits(list);

      expect(toList(bits)).toEqual(list);
      expect(countBits(bits)).toBe(list.length);
      expect(list.every((document) => hasBit(bits, document))).toBe(true);
      expect(toList(bits, toBits(other))).toEqual(list.filter((document) => !other.includes(document)));
      const [start, end] = [Math.min(from, to, list.length), Math.min(Math.max(from, to), list.length)];
      expect([...sliceBits(bits, start, end)]).toEqual(list.slice(start, end));
      intersect(bits, toBits(other));
      expect(toList(bits)).toEqual(list.filter((document) => other.includes(document)));
      for (const document of list) clearBit(bits, document);
      expect(countBits(bits)).toBe(0);
    }),
  );
});
