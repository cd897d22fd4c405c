/** Errors of the first screen. */
export const TODAY_ERRORS = {
  not_found: { status: 404, title: 'This was resolved already.' },
} as const;
