/** How staff find, filter and sort entries of store credit. */

export const CREDIT_SORTS = ['at', '-at'] as const;
export type CreditSort = (typeof CREDIT_SORTS)[number];

/** Kinds of entries that filters name, in the order of a customer's story. */
export const CREDIT_KINDS = ['grant', 'gift-card', 'return', 'spend', 'reversal'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Most customers of one grant. */
export const MAX_GRANT_CUSTOMERS = 200;

/** Splits what staff pasted: addresses by line, comma, semicolon or space, each once. */
export const splitAddresses = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  ),
];
