/** Sorts large arrays in slices of milliseconds, because sorting a million items at once blocks for seconds. */

/** Values that are sorted at once, and values merged between two pauses. */
const RUN = 4_096;
const MERGED = 20_000;

/** Sorts values stably, in place if possible. Pauses between slices of work. */
export function* sortInSlices<T>(values: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let from: T[] = [];
  for (let start = 0; start < values.length; start += RUN) {
    for (const value of values.slice(start, start + RUN).sort(compare)) from.push(value);
    yield;
  }
  let to = new Array<T>(from.length);
  for (let width = RUN; width < from.length; width *= 2) {
    let sinceYield = 0;
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || compare(from[left] as T, from[right] as T) <= 0);
        to[at] = from[takesLeft ? left++ : right++] as T;
        if (++sinceYield % MERGED === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Bits of a key per pass. */
const BITS = 14;
const BUCKETS = 2 ** BITS;
const COUNTED = 200_000;

/**
 * Returns the rank of each index by its number, stable. Runs two counting passes, the lower half of the bits first. Pauses between
 * slices.
 * @param numbers whole numbers below 2^28
 */
export function* ranksInSlices(keys: Float64Array | Uint32Array): Generator<void, Uint32Array> {
  let order = new Uint32Array(keys.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  for (const shift of [0, BITS]) {
    const bucketOf = (index: number): number => ((keys[index] as number) >>> shift) & (BUCKETS - 1);
    const next = new Uint32Array(BUCKETS + 1);
    for (let at = 0; at < order.length; at++) {
      const after = bucketOf(at) + 1;
      next[after] = (next[after] as number) + 1;
    }
    yield;
    for (let bucket = 0; bucket < BUCKETS; bucket++) next[bucket + 1] = (next[bucket + 1] as number) + (next[bucket] as number);
    const sorted = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at++) {
      const index = order[at] as number;
      const bucket = bucketOf(index);
      const rank = next[bucket] as number;
      sorted[rank] = index;
      next[bucket] = rank + 1;
      if (at % COUNTED === 0) yield;
    }
    order = sorted;
  }
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  return ranks;
}
