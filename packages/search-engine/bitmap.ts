/** Sets of document numbers with one bit per document. A filter combines them 32 documents at a time. */
export type Bitmap = Uint32Array;

/** Creates an empty set of documents with numbers below `size`. */
export const createBitmap = (size: number): Bitmap => new Uint32Array((size + 31) >>> 5);

export const hasBit = (bits: Bitmap, document: number): boolean => (((bits[document >>> 5] as number) >>> (document & 31)) & 1) === 1;

export const setBit = (bits: Bitmap, document: number): void => {
  bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31));
};

export const clearBit = (bits: Bitmap, document: number): void => {
  bits[document >>> 5] = (bits[document >>> 5] as number) & ~(1 << (document & 31));
};

/** Removes from a set what is not in another. */
export const intersect = (bits: Bitmap, other: Bitmap): void => {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) & (other[word] as number);
};

const countWord = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Returns the number of documents in a set. */
export const countBits = (bits: Bitmap): number => {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += countWord(bits[word] as number);
  return count;
};

/** Writes the documents of a set that are not in `without`, ascending. Returns the number of documents written. */
export const listBits = (bits: Bitmap, into: Uint32Array, without?: Bitmap): number => {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let rest = (bits[word] as number) & ~(without?.[word] ?? 0);
    while (rest !== 0) {
      into[count++] = (word << 5) + 31 - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
  }
  return count;
};

/** Returns the documents of a set at the positions from `from` to before `to`. There must be as many. */
export const sliceBits = (bits: Bitmap, from: number, to: number): Uint32Array => {
  const slice = new Uint32Array(to - from);
  let position = 0;
  for (let word = 0; position < to; word++) {
    let rest = bits[word] as number;
    const after = position + countWord(rest);
    if (after <= from) {
      position = after;
      continue;
    }
    for (; rest !== 0 && position < to; position++, rest &= rest - 1)
      if (position >= from) slice[position - from] = (word << 5) + 31 - Math.clz32(rest & -rest);
  }
  return slice;
};
