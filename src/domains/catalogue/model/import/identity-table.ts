/** All identities of an import with their product id and last valid row, in typed arrays: about 40 bytes per wine. */
import { type Identity, productIdOf } from './identity.ts';

const EMPTY = 0;

export class IdentityTable {
  #count = 0;
  #slots = 1024;
  #high = new Uint32Array(this.#slots);
  #low = new Uint32Array(this.#slots);
  #product = new Uint32Array(this.#slots);
  #row = new Uint32Array(this.#slots);
  /** Product ids in use. Open addressing, like the identities. */
  #taken = new Uint32Array(this.#slots);

  /** Number of distinct identities. */
  get size(): number {
    return this.#count;
  }

  /** Records a valid row (1-based). The first row of an identity determines its product id; the last one wins. */
  note(identity: Identity, row: number): void {
    if ((this.#count + 1) * 2 > this.#slots) this.#grow();
    const slot = this.#find(identity);
    if (this.#product[slot] === EMPTY) {
      this.#high[slot] = identity.high;
      this.#low[slot] = identity.low;
      this.#product[slot] = this.#freeProductId(identity);
      this.#count++;
    }
    this.#row[slot] = row;
  }

  /** Returns the last row of an identity, or 0 if it is unknown. */
  rowOf(identity: Identity): number {
    return this.#row[this.#find(identity)] ?? 0;
  }

  /** Returns the product id of a recorded identity. */
  productIdOf(identity: Identity): number {
    return this.#product[this.#find(identity)] ?? 0;
  }

  #find(identity: Identity): number {
    const mask = this.#slots - 1;
    let slot = identity.low & mask;
    while (this.#product[slot] !== EMPTY && (this.#high[slot] !== identity.high || this.#low[slot] !== identity.low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #freeProductId(identity: Identity): number {
    for (let attempt = 0; ; attempt++) {
      const id = productIdOf(identity, attempt);
      const slot = this.#slotOfProduct(id);
      if (this.#taken[slot] === EMPTY) {
        this.#taken[slot] = id;
        return id;
      }
    }
  }

  #slotOfProduct(id: number): number {
    const mask = this.#slots - 1;
    let slot = Math.imul(id, 0x9e37_79b1) & mask;
    while (this.#taken[slot] !== EMPTY && this.#taken[slot] !== id) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [high, low, product, row] = [this.#high, this.#low, this.#product, this.#row];
    this.#slots *= 2;
    this.#high = new Uint32Array(this.#slots);
    this.#low = new Uint32Array(this.#slots);
    this.#product = new Uint32Array(this.#slots);
    this.#row = new Uint32Array(this.#slots);
    this.#taken = new Uint32Array(this.#slots);
    for (const [at, id] of product.entries()) {
      if (id === EMPTY) continue;
      const slot = this.#find({ high: high[at] ?? 0, low: low[at] ?? 0 });
      this.#high[slot] = high[at] ?? 0;
      this.#low[slot] = low[at] ?? 0;
      this.#product[slot] = id;
      this.#row[slot] = row[at] ?? 0;
      this.#taken[this.#slotOfProduct(id)] = id;
    }
  }
}
