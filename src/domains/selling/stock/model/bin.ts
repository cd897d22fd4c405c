/** Bins: where wines stand in the cellar. */

export const MAX_BIN_LENGTH = 20;

/** Returns a bin as it is stored: capital letters, single spaces. `a-03-2` and `A-03-2` are the same place. */
export const normalizeBin = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase();
