/** Errors of the office's calls about pictures. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const PICTURE_NOT_FOUND = {
  not_found: { status: 404, title: 'We couldn’t find that picture. It may have been removed.' },
} as const satisfies Errors;
const WINE_NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that wine or picture.' } } as const satisfies Errors;
const PICTURE_REFUSED = {
  picture_refused: { status: 422, title: '<reason>' },
  name_invalid: { status: 400, title: 'name must be the name of the file, 1 to 200 characters.' },
} as const satisfies Errors;
const OTHER_MARKET = {
  other_market: {
    status: 403,
    title: '<name> is also for <markets>, where you don’t change wines. Ask a colleague there.',
  },
} as const satisfies Errors;
const TOO_MANY_PICTURES = {
  too_many_pictures: { status: 422, title: '<name> has <count> pictures. A wine can have <most>.' },
} as const satisfies Errors;
const ON_PAGES = {
  on_pages: { status: 409, title: 'This picture is on <pages>. Choose another one there first.' },
} as const satisfies Errors;
/** In place of the titles of pages that the reader may not see. */
export const ON_OTHER_PAGES = 'a page of another market';
const BEING_CHANGED = {
  being_changed: { status: 409, title: 'An import is changing this wine. Try again in a moment.' },
} as const satisfies Errors;

export const OFFICE_PICTURE_ERRORS = {
  PICTURE_NOT_FOUND,
  WINE_NOT_FOUND,
  PICTURE_REFUSED,
  OTHER_MARKET,
  TOO_MANY_PICTURES,
  ON_PAGES,
  BEING_CHANGED,
} as const;
