/** The page for the day when even the error page cannot be rendered: plain, whole, and with a way back. */
export const BROKEN_PAGE = `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong · Cellardoor</title><meta name="robots" content="noindex"></head>
<body><main><h1>Sorry, something went wrong!</h1><p>The page could not be made. Your cart is as you left it.</p><p><a href="/">Back to the shop</a></p></main></body>
</html>
`;
