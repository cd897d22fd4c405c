/** How staff filter and sort the members of clubs. */

export const MEMBER_SORTS = ['joined', '-joined', 'next', '-next', 'name', '-name'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Why a delivery is late, or cannot be charged when its day comes. */
export const MEMBER_PROBLEMS = ['declined', 'sold_out', 'no_card'] as const;
export type MemberProblem = (typeof MEMBER_PROBLEMS)[number];

/** When the next case is charged. `overdue` is before today. */
export const DUE_RANGES = ['overdue', 'week', 'month'] as const;
export type DueRange = (typeof DUE_RANGES)[number];

/** Days of the ranges, today included. */
export const DUE_DAYS = { week: 7, month: 30 } as const satisfies Partial<Record<DueRange, number>>;

/** `expiring` is no longer valid in so many days, or no longer today. */
export const CARD_STATES = ['expiring', 'expired'] as const;
export type CardState = (typeof CARD_STATES)[number];
export const EXPIRING_DAYS = 60;

/** The expiry of a card: the last month in which it is valid. */
export interface CardExpiry {
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** Returns what is wrong with a card by its expiry; null for nothing. @param today ISO day. @param soon ISO day by which it should still be valid */
export function cardStateOf({ expiryMonth, expiryYear }: CardExpiry, today: string, soon: string): CardState | null {
  const lastMonth = `${expiryYear}-${String(expiryMonth).padStart(2, '0')}`;
  if (lastMonth < today.slice(0, 7)) return 'expired';
  return lastMonth < soon.slice(0, 7) ? 'expiring' : null;
}

/** Changes of several members at once. */
export const BULK_MEMBER_ACTIONS = ['skip', 'pause'] as const;
export type BulkMemberAction = (typeof BULK_MEMBER_ACTIONS)[number];
