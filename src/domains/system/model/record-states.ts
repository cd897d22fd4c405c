/** States of webhooks, errors and disputes. */
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const ERROR_STATUSES = ['open', 'resolved', 'ignored'] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Which disputes are listed. */
export const DISPUTE_VIEWS = ['open', 'closed'] as const;
export type DisputeView = (typeof DISPUTE_VIEWS)[number];

/** Webhooks or errors that one call changes. */
export const MAX_CHANGED = 200;
