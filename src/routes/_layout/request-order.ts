/**
 * Requests the style sheet of a page before pictures and fonts, which would otherwise share the connection with it and delay the
 * first paint. The renderer writes style sheets at the end of the head (docs/decisions/0134-first-load-on-a-phone.md).
 */
const HEAD = '<head>';
const LINK = /<link [^<>]*>/g;
const HREF = / href="([^"#]+)/;

/** Puts a preload of the first style sheet at the beginning of the head. */
export function withRequestOrder(html: string): string {
  const link = html.match(LINK)?.find((each) => each.includes(' rel="stylesheet"')) ?? '';
  const styleSheet = HREF.exec(link)?.[1];
  const preload = styleSheet === undefined ? '' : `<link rel="preload" as="style" href="${styleSheet}" fetchpriority="high"/>`;
  return html.replace(HEAD, () => HEAD + preload);
}
