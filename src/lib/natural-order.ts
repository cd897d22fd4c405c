const collator = new Intl.Collator('en', { numeric: true });

/** Compares texts by the numbers in them: `A-2` comes before `A-10`. */
export const compareNaturally = (a: string, b: string): number => collator.compare(a, b);
