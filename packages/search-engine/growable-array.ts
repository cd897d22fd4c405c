/** A typed array that doubles when it is full, for data of unknown length. */
export class GrowableArray<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array> {
  length = 0;
  #values: A;
  readonly #grow: (length: number) => A;

  constructor(grow: (length: number) => A) {
    this.#grow = grow;
    this.#values = grow(1024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#grow(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** Returns a copy of the values at the given positions. */
  gather(positions: Uint32Array): A {
    const gathered = this.#grow(positions.length);
    for (let at = 0; at < positions.length; at++) gathered[at] = this.#values[positions[at] as number] as number;
    return gathered;
  }

  /** Returns a view of the pushed values without spare capacity. It shares this array's memory. */
  view(): A {
    return this.#values.subarray(0, this.length) as A;
  }
}
