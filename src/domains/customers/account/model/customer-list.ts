/** How staff filter and sort customers. */

export const CUSTOMER_SORTS = ['name', '-name', 'since', '-since', 'orders', '-orders', 'spent', '-spent', 'last', '-last'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export const CUSTOMER_KINDS = ['account', 'guest'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/** What a person agreed to. */
export const CONSENT_STATES = ['email', 'sms', 'none'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export const MEMBER_STATES = ['member', 'paused', 'none'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** Key of a person in URLs and calls: the number of an account, or `g` and the number of a guest. */
export type PersonKey = string;

/** Returns the key of a row. @param summaryId number of the row, which identifies guests */
export const personKey = (customerId: number | null, summaryId: number): PersonKey =>
  customerId === null ? `g${summaryId}` : String(customerId);

/** Splits a key. Other texts never reach it: the contract checks them. */
export const parsePersonKey = (key: PersonKey): { readonly customerId: number | null; readonly summaryId: number | null } =>
  key.startsWith('g') ? { customerId: null, summaryId: Number(key.slice(1)) } : { customerId: Number(key), summaryId: null };

const MAX_WORDS = 3;

/**
 * Splits a search into words in the form that is compared. Digits with spaces between them are a phone number: `0412 345 678` is one word,
 * and `+61 412…` finds `0412…` by the digits that they share.
 */
export function customerSearchWords(q: string): string[] {
  const text = q.trim().toLowerCase();
  if (/^\+?[\d\s()./-]{6,}$/.test(text)) return [text.replace(/\D/g, '').replace(/^6[15](?=\d{8})/, '')];
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

/** Returns the order number that a search may mean: `#1000023` or `1000023`. @returns null if it is none */
export function searchedOrderNumber(q: string): number | null {
  const digits = /^#?(\d{4,9})$/.exec(q.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
