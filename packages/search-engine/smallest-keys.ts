/** Moves the `count` smallest keys to the start (quickselect). */
const moveSmallest = (keys: Float64Array, count: number): void => {
  let from = 0;
  let to = keys.length - 1;
  while (from < to) {
    const pivot = keys[(from + to) >>> 1] as number;
    let i = from;
    let j = to;
    while (i <= j) {
      while ((keys[i] as number) < pivot) i++;
      while ((keys[j] as number) > pivot) j--;
      if (i <= j) {
        const key = keys[i] as number;
        keys[i++] = keys[j] as number;
        keys[j--] = key;
      }
    }
    if (count - 1 <= j) to = j;
    else if (count - 1 >= i) from = i;
    else return;
  }
};

/** Returns a view of the `count` smallest keys, smallest first. Reorders the keys. */
export const smallestOf = (keys: Float64Array, count: number): Float64Array => {
  if (count < keys.length) moveSmallest(keys, count);
  return keys.subarray(0, count).sort();
};
