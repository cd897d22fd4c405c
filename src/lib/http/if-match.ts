/**
 * Parses an `If-Match` header: `"7"`, `W/"7"` and `7` are version 7.
 * @returns null if there is no header, or if it is `*`, which any version matches; `malformed` if it is anything else
 */
export function parseIfMatch(header: string | undefined): number | null | 'malformed' {
  const text = header?.trim();
  if (text === undefined || text === '*') return null;
  const digits = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(text);
  return digits ? Number(digits[1] ?? digits[2]) : 'malformed';
}
