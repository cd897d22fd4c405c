/** Errors of the office's order calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that order.' } } as const satisfies Errors;
const ACTION_REFUSED = { action_refused: { status: 409, title: '<reason>' } } as const satisfies Errors;
const OVER_LIMIT = {
  over_limit: { status: 403, title: 'Your role may refund up to <limit> at once. Ask a colleague with a higher limit.' },
} as const satisfies Errors;

const NOTHING_TO_PRINT = {
  nothing_to_print: { status: 409, title: 'There is nothing to print: all of it was sent, or nothing was refunded.' },
} as const satisfies Errors;

export const OFFICE_ORDER_ERRORS = { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, NOTHING_TO_PRINT } as const;

/** Why a change of an order is not taken back. */
export const orderUndoErrors = {
  notFound: 'We couldn’t find that order.',
  unknown: 'This change can’t be taken back.',
  changedSince: (number: number, who: string, when: string, status: string) =>
    `${who} changed order #${number} ${when}, so it stays “${status}”.`,
  tagsChangedSince: (tags: readonly string[]) => `Changed again since, so left as it is: ${tags.map((tag) => `“${tag}”`).join(', ')}.`,
} as const;

/** Texts that forms of orders show beside their fields. */
export const orderFormErrors = {
  carrier: 'Enter the carrier',
  tooLong: (length: number) => `Use ${plural(length, 'character')} or fewer`,
  trackingUrl: 'Enter an address that begins with https://',
  note: 'Write a note first',
  tag: 'Enter a tag',
  amount: 'Enter an amount such as 12.50',
} as const;
