/**
 * Tracks which documents have matched every step (word) so far and at what cost. Every search reuses the arrays: `start` clears one
 * of them, the others are written before they are read.
 */
import { WEIGHT } from './relevance.ts';

export class TypoAccumulator {
  /** Documents found, in the order they were completed. */
  readonly documents: Uint32Array;
  /** Running cost by document. */
  readonly costs: Int32Array;
  /** Steps matched by document, where `any` step is enough. */
  readonly found: Uint8Array;
  count = 0;
  steps = 0;
  /** Step that a document matched last, 0 for none. */
  readonly #reached: Uint8Array;
  /** Cost that the last step added to a document, or the mark of its last reward. */
  readonly #added: Int32Array;
  #step = 0;
  #any = false;

  constructor(size: number) {
    this.documents = new Uint32Array(size);
    this.costs = new Int32Array(size);
    this.found = new Uint8Array(size);
    this.#reached = new Uint8Array(size);
    this.#added = new Int32Array(size);
  }

  /** Begins a match of the given number of steps, of which every one or any one must match. */
  start(steps: number, any: boolean): void {
    this.#reached.fill(0);
    this.count = 0;
    this.steps = steps;
    this.#step = 0;
    this.#any = any;
  }

  step(): void {
    this.#step++;
  }

  /** Marks a document as matching the current step. If a step matches several times, the lowest cost counts. */
  add(document: number, cost: number): void {
    const step = this.#step;
    const reached = this.#reached[document] as number;
    if (reached === step) {
      const added = this.#added[document] as number;
      if ((cost & WEIGHT) >= (added & WEIGHT)) return;
      this.costs[document] = (this.costs[document] as number) + cost - added;
    } else if (reached === 0 && (step === 1 || this.#any)) {
      this.costs[document] = cost;
      this.found[document] = 1;
      if (this.#any || step === this.steps) this.documents[this.count++] = document;
    } else if (reached === step - 1 || this.#any) {
      this.costs[document] = (this.costs[document] as number) + cost;
      this.found[document] = (this.found[document] as number) + 1;
      if (!this.#any && step === this.steps) this.documents[this.count++] = document;
    } else {
      return;
    }
    this.#reached[document] = step;
    this.#added[document] = cost;
  }

  /** Adds to the cost of a found document after the steps, once for each mark (from 1). */
  reward(document: number, cost: number, mark: number): void {
    const complete = this.#any ? (this.#reached[document] as number) > 0 : (this.#reached[document] as number) === this.steps;
    if (!complete || this.#added[document] === -mark) return;
    this.#added[document] = -mark;
    this.costs[document] = (this.costs[document] as number) + cost;
  }
}
