/** The documents of a segment that an eligibility allows, and how many of them have each value of an attribute. */
import { type Bitmap, clearBit, countBits, createBitmap, hasBit, listBits, setBit } from './bitmap.ts';
import type { Eligibility } from './schema.ts';

/** Divides documents into numbered sets. */
export interface SetColumn {
  /** The set of each document. */
  readonly setOf: Uint16Array | Uint32Array;
  /** Number of sets. */
  readonly sets: number;
}

/** Columns whose counts are cached. */
const MAX_TOTALS = 64;

/** Adds a number to the count of the set of each listed document. */
export const addToSets = ({ setOf }: SetColumn, documents: Uint32Array, counts: Uint32Array, added: 1 | -1): void => {
  for (let i = 0; i < documents.length; i++) {
    const set = setOf[documents[i] as number] as number;
    counts[set] = (counts[set] as number) + added;
  }
};

export class EligibleDocuments {
  readonly bits: Bitmap;
  #size: number;
  readonly #totals = new Map<string, { readonly column: SetColumn; readonly counts: Uint32Array }>();

  /** @param gone removed documents */
  constructor(access: Uint16Array, gone: Uint8Array, eligibility: Eligibility) {
    this.bits = createBitmap(access.length);
    for (let d = 0; d < access.length; d++) if (gone[d] === 0 && eligibility.allows(access[d] as number)) setBit(this.bits, d);
    this.#size = countBits(this.bits);
  }

  get size(): number {
    return this.#size;
  }

  remove(document: number): void {
    if (!hasBit(this.bits, document)) return;
    clearBit(this.bits, document);
    this.#size--;
    for (const { column, counts } of this.#totals.values()) {
      const set = column.setOf[document] as number;
      counts[set] = (counts[set] as number) - 1;
    }
  }

  /** Counts all documents by the sets of a column. The result must not be changed. */
  totalsOf(name: string, column: SetColumn): Uint32Array {
    const cached = this.#totals.get(name);
    if (cached !== undefined) return cached.counts;
    const counts = new Uint32Array(column.sets);
    const documents = new Uint32Array(this.#size);
    listBits(this.bits, documents);
    addToSets(column, documents, counts, 1);
    const [oldest] = this.#totals.size < MAX_TOTALS ? [] : this.#totals.keys();
    if (oldest !== undefined) this.#totals.delete(oldest);
    this.#totals.set(name, { column, counts });
    return counts;
  }
}
