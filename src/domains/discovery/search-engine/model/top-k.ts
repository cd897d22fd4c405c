/** The smallest numbers of an array in order, without sorting the rest (quickselect). */

/** Moves the `most` smallest of `keys[from..to]` to its start. */
const gather = (keys: Float64Array, most: number): void => {
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
    if (most - 1 <= j) to = j;
    else if (most - 1 >= i) from = i;
    else return;
  }
};

/** In: keys (reordered) and how many are wanted. Out: a view of that many, or all, smallest first. */
export const smallest = (keys: Float64Array, most: number): Float64Array => {
  if (most < keys.length) gather(keys, most);
  return keys.subarray(0, most).sort();
};
