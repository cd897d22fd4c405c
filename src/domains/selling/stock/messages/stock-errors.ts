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

const SHEET = { not_found: { status: 404, title: 'We couldn’t find that sheet or wine in this market.' } } as const satisfies Errors;
const SHEET_STATE = {
  ...SHEET,
  sheet_closed: { status: 409, title: '<who> closed this sheet <when>. Nothing more can be entered.' },
} as const satisfies Errors;
const SHEET_FULL = {
  sheet_full: { status: 422, title: 'A sheet holds up to <max> wines. Start another one for the rest.' },
} as const satisfies Errors;
const RECOUNT = {
  shelf_moved: {
    status: 409,
    title: 'Cases of this wine were sent, came back or were corrected since its count began. Count it again and type the number.',
  },
} as const satisfies Errors;
const POST = {
  nothing_entered: { status: 422, title: 'Nothing was entered yet. Enter at least one wine.' },
  undecided: { status: 409, title: 'Somebody corrected wines after they were counted. Decide for each of them first.' },
} as const satisfies Errors;
const UNDO_SHEET = {
  ...SHEET,
  not_posted: { status: 409, title: 'Only a sheet whose cases are in the stock can be taken back.' },
  sold_since: {
    status: 409,
    title: 'Cases of <wines> were sold or reserved since, so this can’t be taken back as a whole. Adjust those wines instead.',
  },
} as const satisfies Errors;

export const STOCK_ERRORS = { NOT_FOUND, POST, RECOUNT, SHEET, SHEET_FULL, SHEET_STATE, SHELF, TOO_MANY, UNDO, UNDO_SHEET } as const;

/** Texts that forms of stock show beside their fields. */
export const stockFormErrors = {
  number: 'Enter a whole number of cases',
  negative: 'Enter 0 or more',
  zero: 'must not be 0',
  tooMany: (most: number) => `Enter ${most.toLocaleString('en-AU')} or fewer`,
  tooLong: (length: number) => `Use ${length} ${length === 1 ? 'character' : 'characters'} or fewer`,
  reason: 'Choose a reason',
  day: 'Enter a date, such as 2026-11-24',
} as const;

/** Why a low-stock level is not taken back. */
export const thresholdErrors = {
  notFound: 'We couldn’t find that wine.',
  changedSince: (who: string, when: string) => `${who} changed it ${when}.`,
} as const;
