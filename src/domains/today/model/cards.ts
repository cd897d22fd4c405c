/** What waits for somebody: the cards of the office's first screen, each with the permission that shows it. */
import type { Permission } from '#domains/staff/model/permissions.ts';

export interface CardDefinition {
  readonly permission: Permission;
  /** True for what costs money or an order if nobody looks at it. */
  readonly isUrgent: boolean;
  /** The list that the card is a count of. Null for cards that bring their list with them. */
  readonly to: string | null;
}

export const TODAY_CARDS = {
  to_send: { permission: 'orders.read', isUrgent: false, to: '/orders?filter[task]=to_send&sort=placed&view=send' },
  to_decide: { permission: 'orders.read', isUrgent: true, to: '/orders?filter[task]=to_decide&view=decide' },
  undelivered: { permission: 'orders.read', isUrgent: true, to: '/orders?filter[task]=undelivered&sort=placed&view=undelivered' },
  claims: { permission: 'orders.read', isUrgent: false, to: '/claims?filter[state]=open&sort=received&view=open' },
  stuck_jobs: { permission: 'system.read', isUrgent: true, to: '/system/jobs' },
  failed_webhooks: { permission: 'system.read', isUrgent: true, to: '/system/webhooks?filter[state]=failed&view=failed' },
  disputes: { permission: 'orders.read', isUrgent: true, to: '/system/disputes' },
  refunds_refused: { permission: 'orders.read', isUrgent: true, to: '/orders?filter[payment]=refund_refused&view=failed' },
  failed_payments: { permission: 'orders.refund', isUrgent: true, to: null },
  declined_cards: { permission: 'clubs.read', isUrgent: false, to: null },
  club_runs: { permission: 'clubs.read', isUrgent: false, to: null },
  low_stock: { permission: 'catalogue.read', isUrgent: false, to: null },
  form_entries: { permission: 'inbox.read', isUrgent: false, to: null },
} as const satisfies Record<string, CardDefinition>;

export type TodayCardName = keyof typeof TODAY_CARDS;
export const TODAY_CARD_NAMES = Object.keys(TODAY_CARDS) as [TodayCardName, ...TodayCardName[]];

/** Days before a club delivery at which it is on the screen. */
export const CLUB_RUN_DAYS = 7;
/** Days for which form entries are new, if nobody handled them. */
export const NEW_ENTRY_DAYS = 7;
/** Rows that a card lists. */
export const MAX_CARD_ITEMS = 20;
