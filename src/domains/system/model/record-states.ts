/** States of webhooks, errors and disputes. */
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const ERROR_STATUSES = ['open', 'resolved', 'ignored'] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** The first three are open: the bank has not decided. */
export const DISPUTE_STATES = ['waiting', 'overdue', 'answered', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
/** `due`: what has to be answered next comes first, then what is answered, then what was decided last. */
export const DISPUTE_SORTS = ['due', 'opened', '-opened', 'amount', '-amount'] as const;
export type DisputeSort = (typeof DISPUTE_SORTS)[number];

/** Webhooks or errors that one call changes. */
export const MAX_CHANGED = 200;
