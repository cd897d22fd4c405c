/**
 * The inline scripts of a page that the renderer itself wrote. It marks them with an attribute that nobody outside this process
 * can know; the mark is removed before the page is sent, and only marked scripts are named in the content security policy. So
 * markup that found its way into a page never runs (docs/decisions/0081-content-security-policy.md).
 */

/** Passed to the renderer as its nonce. */
export const SCRIPT_MARK = crypto.randomUUID();

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`;
/** Scripts that the policy does not have to name: files, and data that never runs. */
const IS_FILE_OR_DATA = /\s(?:src=|type="application\/(?:ld\+)?json")/;

export interface UnmarkedPage {
  /** The page without marks. */
  readonly html: string;
  /** The code of each inline script that was marked, exactly as it stands in the page. */
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
