/** Errors of the office's calls about pages, form entries and redirects, and what the checks of a page say. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that page.' } } as const satisfies Errors;
const OTHER_MARKET = {
  other_market: {
    status: 403,
    title: 'This page is also shown in <markets>, where you don’t work. Ask a colleague there, or duplicate it.',
  },
} as const satisfies Errors;
const PAGE_INVALID = { page_invalid: { status: 422, title: '<reason>' } } as const satisfies Errors;
const PATH_TAKEN = {
  path_taken: { status: 409, title: 'The page “<title>” is at <path> already, on the same site at the same time. Choose another address.' },
} as const satisfies Errors;
const VERSION_UNKNOWN = { version_unknown: { status: 404, title: 'This page has no version <version>.' } } as const satisfies Errors;
const NOTHING_TO_PUBLISH = {
  nothing_to_publish: { status: 409, title: 'There are no unpublished changes.' },
} as const satisfies Errors;
const PAGE_SCHEDULED = {
  page_scheduled: { status: 409, title: 'These changes are scheduled. Take that back before you change or publish them.' },
} as const satisfies Errors;
const REDIRECT_REFUSED = { redirect_refused: { status: 422, title: '<reason>' } } as const satisfies Errors;
const REDIRECT_EXISTS = {
  redirect_exists: { status: 409, title: '<from> leads to <to> already. Open that redirect to change it.' },
} as const satisfies Errors;
const PLAN_OUTDATED = {
  plan_outdated: { status: 409, title: 'Redirects changed since you looked. Look at the rows again before you import them.' },
} as const satisfies Errors;
const REDIRECT_NOT_FOUND = { not_found: { status: 404, title: 'There is no such redirect.' } } as const satisfies Errors;
const ENTRY_NOT_FOUND = {
  not_found: { status: 404, title: 'We couldn’t find that entry. It may have been deleted.' },
} as const satisfies Errors;
const MENU_INVALID = { menu_invalid: { status: 422, title: '<reason>' } } as const satisfies Errors;
const MENU_PAST = {
  menu_past: { status: 422, title: 'Choose a time that is still to come, or save the menus now.' },
} as const satisfies Errors;
const MENU_VERSION_UNKNOWN = {
  version_unknown: { status: 404, title: 'There is no version <revision> of these menus.' },
} as const satisfies Errors;
const SITE_UNKNOWN = { site_unknown: { status: 404, title: 'There is no site <site> in your markets.' } } as const satisfies Errors;

export const OFFICE_PAGE_ERRORS = {
  NOT_FOUND,
  OTHER_MARKET,
  PAGE_INVALID,
  PATH_TAKEN,
  VERSION_UNKNOWN,
  NOTHING_TO_PUBLISH,
  PAGE_SCHEDULED,
  REDIRECT_REFUSED,
  REDIRECT_EXISTS,
  REDIRECT_NOT_FOUND,
  PLAN_OUTDATED,
  ENTRY_NOT_FOUND,
  MENU_INVALID,
  MENU_PAST,
  MENU_VERSION_UNKNOWN,
  SITE_UNKNOWN,
} as const;

/** Why an action on several pages left one alone. */
export const bulkPageErrors = {
  archived: 'It’s archived.',
  neverPublished: 'It was never published.',
  hidden: 'Visitors don’t see it already.',
} as const;

export const pageCheckMessages = {
  alt: 'Describe what the picture shows. This looks like a file name.',
  deadLink: (link: string) => `The link to ${link} leads nowhere on this site.`,
  deadLinkOn: (link: string, sites: readonly string[]) =>
    `The link to ${link} leads nowhere on ${new Intl.ListFormat('en-AU').format(sites)}, where this page is shown too.`,
  missingOffer: (id: string) => `The shop has no wine with the id ${id}.`,
  headingOrder: 'This text has a small heading, but no larger heading stands above it. Give the block a heading.',
  price: (amount: string) => `The text says ${amount}, but no wine on this page has that price.`,
  vintage: (name: string, named: string, vintage: string) => `The text says ${name} ${named}, but the shop sells ${vintage}.`,
} as const;

/** What a schema says about a value, as far as a sentence needs it. */
interface SchemaIssue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly origin?: string;
  readonly input?: unknown;
}

/** Rules that concern several fields, in the words of the form. */
const RULES: Readonly<Record<string, string>> = {
  'needs offerIds or search': 'Choose at least one wine, or enter a search.',
  'must come after publishAt': 'The end must be after the beginning.',
  'must end after it begins': 'The event must end after it begins.',
  'an event needs its time and place': 'Enter the time and place of the event.',
  'a saved search needs its query string': 'Enter the search that this page shows.',
  'needs an offer': 'Choose the wine that this page is about.',
  'a choice needs at least two options': 'Add at least two options.',
  'a video on this site needs captions': 'Enter the address of the captions. Videos on this site need them.',
  'the home page is for everyone and shows the catalogue: it has no blocks, paywall or tiers of its own':
    'The home page is for everyone. It can have no blocks, password or tiers.',
};

const LENGTHS: Readonly<Record<string, (count: number) => string>> = {
  string: (count) => `Use ${count.toLocaleString('en-AU')} characters or fewer.`,
  number: (count) => `Enter at most ${count.toLocaleString('en-AU')}.`,
  int: (count) => `Enter at most ${count.toLocaleString('en-AU')}.`,
  array: (count) => `Use ${count.toLocaleString('en-AU')} or fewer.`,
};

const asSentence = (message: string): string => {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Returns where an issue of a page is: `Title`, `Block 2, body`. */
export function issuePlace([field = 'page', index, ...inner]: readonly (string | number)[]): string {
  if (field === 'blocks' && typeof index === 'number') return [`Block ${index + 1}`, ...inner].join(', ');
  const place = [field, index, ...inner].filter((part) => part !== undefined).join(' ');
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`;
}

/** Returns the sentence that a form shows for an issue of a page's schema. */
export function pageIssueText({ code, message, minimum, maximum, origin = '', path }: SchemaIssue): string {
  const rule = RULES[message];
  if (rule !== undefined) return rule;
  if (code === 'too_small') return origin === 'string' || origin === 'array' ? 'Fill this in.' : `Enter at least ${String(minimum)}.`;
  if (code === 'too_big') return LENGTHS[origin]?.(Number(maximum)) ?? asSentence(message);
  if (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union') return 'Fill this in.';
  if (code === 'invalid_format')
    return path.at(-1) === 'name' ? 'Use small letters, digits and _, beginning with a letter.' : 'This isn’t in the right form.';
  return asSentence(message);
}
