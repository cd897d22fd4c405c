/** Returns a number with its noun: `1 wine`, `12 wines`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
