/**
 * Finds the number of a document by its objectID: a hash table in one typed array, which an image contains as it is. The ids
 * themselves are read from the documents, which also distinguishes ids with the same hash.
 */

/** FNV-1a over UTF-16 units, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** Hash table from objectID to document number. */
export class DocumentIds {
  /** Document number + 1, or 0 for a free slot. The length is a power of two and at least half of the slots are free. */
  readonly table: Uint32Array;
  readonly #idOf: (document: number) => string | undefined;

  constructor(table: Uint32Array, idOf: (document: number) => string | undefined) {
    this.table = table;
    this.#idOf = idOf;
  }

  /** Creates an empty table for the given number of documents. */
  static for(documents: number, idOf: (document: number) => string | undefined): DocumentIds {
    return new DocumentIds(new Uint32Array(2 ** Math.ceil(Math.log2(documents * 2 + 2))), idOf);
  }

  /** Adds an objectID that is not in the table yet. */
  put(objectID: string, document: number): void {
    const last = this.table.length - 1;
    let index = hashOf(objectID) & last;
    while (this.table[index] !== 0) index = (index + 1) & last;
    this.table[index] = document + 1;
  }

  get(objectID: string): number | undefined {
    const last = this.table.length - 1;
    for (let index = hashOf(objectID) & last; ; index = (index + 1) & last) {
      const found = this.table[index] as number;
      if (found === 0) return undefined;
      if (this.#idOf(found - 1) === objectID) return found - 1;
    }
  }
}
