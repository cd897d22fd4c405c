/** Returns the 32-bit FNV-1a hash of a text with a final mix. Different seeds give independent hashes. */
export const hash = (text: string, seed = 0): number => {
  let h = 2166136261 ^ seed;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 2246822507);
  h ^= h >>> 13;
  h = Math.imul(h, 3266489909);
  h ^= h >>> 16;
  return h >>> 0;
};

/** Creates a repeatable sequence of numbers in [0, 1) from a seed (mulberry32). */
export const sequence = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/** Returns the entry of a list that a hash chooses. */
export const pick = <T>(list: readonly [T, ...T[]], h: number): T => list[h % list.length] ?? list[0];
