/** Errors of the office's stock calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that wine in this market’s stock.' } } as const satisfies Errors;
const TOO_MANY = { level_too_high: { status: 422, title: 'That is more than the shop can keep of one wine.' } } as const satisfies Errors;
const UNDO = {
  not_found: { status: 404, title: 'We couldn’t find that movement.' },
  undone_before: { status: 409, title: '<who> took this back <when>.' },
  not_undoable: { status: 409, title: 'Only adjustments, counts and deliveries can be taken back. Refund the order, or undo the import.' },
} as const satisfies Errors;

const SHELF = {
  shelf_changed: {
    status: 409,
    title: 'Cases were sent or came back while you counted: <shelf> should be on the shelf now. Check your number.',
  },
} as const satisfies Errors;

export const STOCK_ERRORS = { NOT_FOUND, SHELF, TOO_MANY, UNDO } as const;

/** Texts that forms of stock show beside their fields. */
export const stockFormErrors = {
  number: 'Enter a whole number of cases',
  negative: 'Enter 0 or more',
  zero: 'must not be 0',
  tooMany: (most: number) => `Enter ${most.toLocaleString('en-AU')} or fewer`,
  tooLong: (length: number) => `Use ${length} ${length === 1 ? 'character' : 'characters'} or fewer`,
  reason: 'Choose a reason',
} as const;
