/** What the activity log says about an export. */
import type { ExportDetails } from '../model/logged-facts.ts';

/**
 * Returns the filters of an export. A text that somebody typed is often a name, an address or a phone number, and nothing in the log can be
 * erased: the log only says that there was one.
 */
export function exportDetails({ q, cursor: _, 'filter[tag]': tag, ...filters }: Readonly<Record<string, unknown>>): ExportDetails {
  const searched: Readonly<Record<string, unknown>> = { ...filters, isSearch: true };
  return (q ?? '') === '' && (tag ?? '') === '' ? filters : searched;
}
