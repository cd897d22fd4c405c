/** Errors of saved views. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const SAVE = {
  name_taken: { status: 409, title: 'You have a view with this name. Choose another one.' },
  too_many_views: { status: 409, title: 'You have 30 views of this list. Delete one first.' },
} as const satisfies Errors;
const NOT_FOUND = { not_found: { status: 404, title: 'You have no such view.' } } as const satisfies Errors;

export const VIEW_ERRORS = { SAVE, NOT_FOUND } as const;
