/**
 * Finds the inline scripts that the renderer wrote. It marks them with a random attribute that is unknown outside this process.
 * The mark is removed before the page is sent, and the content security policy allows only marked scripts. Injected markup
 * therefore never runs (docs/decisions/0081-content-security-policy.md).
 */

/** Passed to the renderer as its nonce. */
export const SCRIPT_MARK = crypto.randomUUID();

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`;
/** Scripts that the policy does not need to list: files, and data that never runs. */
const IS_FILE_OR_DATA = /\s(?:src=|type="application\/(?:ld\+)?json")/;

export interface UnmarkedPage {
  /** The page without marks. */
  readonly html: string;
  /** The code of each marked inline script, exactly as in the page. */
  readonly scripts: readonly string[];
}

/** Removes the marks of a rendered page and returns the code of its marked inline scripts. */
export function takeMarks(html: string): UnmarkedPage {
  const scripts = new Set<string>();
  for (let at = html.indexOf(ATTRIBUTE); at >= 0; at = html.indexOf(ATTRIBUTE, at + ATTRIBUTE.length)) {
    const start = html.lastIndexOf('<', at);
    const code = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', code);
    const isScript = html.startsWith('<script ', start) && code > 0 && end >= 0;
    if (isScript && !IS_FILE_OR_DATA.test(html.slice(start, code))) scripts.add(html.slice(code, end).replaceAll(ATTRIBUTE, ''));
  }
  return { html: html.replaceAll(ATTRIBUTE, ''), scripts: [...scripts] };
}
