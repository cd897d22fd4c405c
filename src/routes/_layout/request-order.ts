/**
 * Orders what a page requests at first: its style sheet before pictures, fonts and scripts, which would otherwise share the connection
 * with it and delay the first paint; the scripts last. The renderer writes style sheets at the end of the head and gives scripts the
 * priority of fonts (docs/decisions/0134-first-load-on-a-phone.md).
 */
const HEAD = '<head>';
const LINK = /<link [^<>]*>/g;
const HREF = / href="([^"#]+)/;
const SCRIPT = '<link rel="modulepreload"';

/** Puts a preload of the first style sheet at the beginning of the head, and lowers the priority of scripts. */
export function withRequestOrder(html: string): string {
  const link = html.match(LINK)?.find((each) => each.includes(' rel="stylesheet"')) ?? '';
  const styleSheet = HREF.exec(link)?.[1];
  const preload = styleSheet === undefined ? '' : `<link rel="preload" as="style" href="${styleSheet}" fetchpriority="high"/>`;
  return html.replace(HEAD, () => HEAD + preload).replaceAll(SCRIPT, `${SCRIPT} fetchpriority="low"`);
}
