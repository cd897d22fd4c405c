import { labelFailures as text } from '#domains/selling/orders/messages/labels.ts';

/** Returns why a carrier did not do it, as staff read it. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? text.timeout : error instanceof Error ? error.message : String(error);
