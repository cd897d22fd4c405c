/** Errors of figures. */
export const REPORT_ERRORS = {
  not_found: { status: 404, title: 'We couldn’t find that.' },
  range_invalid: { status: 422, title: '“from” must not be after “to”, and a range has at most <days> days.' },
} as const;
