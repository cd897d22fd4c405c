/** How staff find, filter and sort gift cards. */
import { CODE_LENGTH, normaliseCode } from './code.ts';

export const GIFT_CARD_SORTS = ['created', '-created', 'balance', '-balance', 'expires', '-expires'] as const;
export type GiftCardSort = (typeof GIFT_CARD_SORTS)[number];

/** `void`: nothing left, because staff or a refund took it. `used`: nothing left otherwise. */
export const GIFT_CARD_STATES = ['active', 'used', 'void', 'expired'] as const;
export type GiftCardState = (typeof GIFT_CARD_STATES)[number];

/** `none`: there is no address, or nothing to send. `scheduled`: a day was chosen. `failed`: the address bounces. */
export const GIFT_CARD_DELIVERIES = ['sent', 'waiting', 'scheduled', 'failed', 'none'] as const;
export type GiftCardDelivery = (typeof GIFT_CARD_DELIVERIES)[number];

/** Words of a search, at most three. Each has to be in the end of the code, the recipient or the sender. */
export const MAX_SEARCH_WORDS = 3;

export interface GiftCardSearch {
  /** A whole code, which finds its card only. */
  readonly code: string | null;
  /** Number of the order that bought the card. */
  readonly orderNumber: number | null;
  readonly words: readonly string[];
}

/**
 * Splits a search. A part of a code finds cards by its last four characters only, so that nobody finds out a code piece by piece.
 */
export function parseSearch(q: string): GiftCardSearch {
  const text = q.trim().replace(/^[.…•\s-]+/, '');
  const code = text.length >= CODE_LENGTH ? normaliseCode(text) : null;
  if (code !== null) return { code, orderNumber: null, words: [] };
  const number = /^#?(\d{4,9})$/.exec(text)?.[1];
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')
    .slice(0, MAX_SEARCH_WORDS);
  return { code: null, orderNumber: number === undefined ? null : Number(number), words };
}

/** Shows the end of a code: `•••• 3456`. */
export const maskCode = (ending: string): string => `•••• ${ending}`;

/** What can be done with several cards. */
export const BULK_CARD_ACTIONS = ['void', 'send'] as const;
export type BulkCardAction = (typeof BULK_CARD_ACTIONS)[number];
