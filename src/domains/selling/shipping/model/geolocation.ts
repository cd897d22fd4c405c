/** The state or province of a visitor [SHIP-20]. */
/** Parses a subdivision as proxies and databases write it, `NSW` or `AU-NSW`. @returns its code, or null */
export function subdivisionCode(text: string | null | undefined): string | null {
  const code = (text ?? '')
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]{2}-/, '');
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null;
}
