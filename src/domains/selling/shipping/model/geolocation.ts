/** Where a shopper is, as far as delivery cares (SPEC.md §3 "Geolocation"): a state or province. */

/** In: what an edge or a database calls a subdivision, `NSW` or `AU-NSW`. Out: its code, null where it is none. */
export function subdivisionCode(text: string | null | undefined): string | null {
  const code = (text ?? '')
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]{2}-/, '');
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null;
}
