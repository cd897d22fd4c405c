/** Plain error pages for when the application's own cannot be rendered. */
const plainPage = (heading: string, text: string): string => `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · Cellardoor</title><meta name="robots" content="noindex"></head>
<body><main><h1>${heading}</h1><p>${text}</p><p><a href="/">Back to the shop</a></p></main></body>
</html>
`;

/** Used if rendering the error page fails. */
export const BROKEN_PAGE = plainPage('Something went wrong', 'We couldn’t load this page. Your cart is safe.');

const PAGES: Readonly<Record<number, string>> = {
  400: plainPage('This address doesn’t work', 'Check it for typing errors, or start from the home page.'),
  408: plainPage('That took too long', 'The connection was too slow. Please try again.'),
  414: plainPage('This address is too long', 'Check where it came from, or start from the home page.'),
  429: plainPage('Too many requests', 'Please wait a moment and try again.'),
  431: plainPage('This address is too long', 'Check where it came from, or start from the home page.'),
  503: plainPage('The shop is very busy', 'Please try again in a moment. Your cart is safe.'),
};

/** The page for a request that was rejected before routing. */
export const refusedPage = (status: number): string => PAGES[status] ?? (status < 500 ? PAGES[400] : undefined) ?? BROKEN_PAGE;
