/**
 * Parses an `If-Match` header [API-17]: `"7"`, `W/"7"` and `7` are version 7.
 * @returns null without a header or for `*`, which any version matches; `malformed` for anything else
 */
export function parseIfMatch(header: string | undefined): number | null | 'malformed' {
  const text = header?.trim();
  if (text === undefined || text === '*') return null;
  const digits = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(text);
  return digits ? Number(digits[1] ?? digits[2]) : 'malformed';
}
