/** What the activity log says about an export. */

/**
 * Returns the filters of an export. A search text is often a name, an address or a phone number, and nothing in the log can be erased: the
 * log only says that there was one.
 */
export function exportDetails({ q, cursor: _, ...filters }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return q === undefined || q === '' ? filters : { ...filters, isSearch: true };
}
