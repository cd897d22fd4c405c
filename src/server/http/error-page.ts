/** Plain error pages for when the application's own cannot be rendered. */

const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const plainPage = (heading: string, text: string, shopName: string): string => `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · ${escapeText(shopName)}</title><meta name="robots" content="noindex"></head>
<body><main><h1>${heading}</h1><p>${text}</p><p><a href="/">Back to the shop</a></p></main></body>
</html>
`;

/** Used if rendering the error page fails. */
export const brokenPage = (shopName: string): string =>
  plainPage('Something went wrong', 'We couldn’t load this page. Your cart is safe.', shopName);

const PAGES: Readonly<Record<number, readonly [heading: string, text: string]>> = {
  400: ['This address doesn’t work', 'Check it for typing errors, or start from the home page.'],
  408: ['That took too long', 'The connection was too slow. Please try again.'],
  414: ['This address is too long', 'Check where it came from, or start from the home page.'],
  429: ['Too many requests', 'Please wait a moment and try again.'],
  431: ['This address is too long', 'Check where it came from, or start from the home page.'],
  503: ['The shop can’t respond just now', 'Please try again in a moment. Your cart is safe.'],
};

/** The page for a request that was rejected before routing. */
export function refusedPage(status: number, shopName: string): string {
  const page = PAGES[status] ?? (status < 500 ? PAGES[400] : undefined);
  return page ? plainPage(...page, shopName) : brokenPage(shopName);
}
