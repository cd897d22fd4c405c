/** Text of the error pages. */
export const errorMessages = {
  notFoundTitle: 'That door’s shut',
  notFound: 'The page may have moved, or the wine may be gone. Your cart hasn’t changed.',
  browse: 'Browse the shelves',
  home: 'Go to the home page',
  shelves: 'Shelves',
  pickCategory: 'Or pick a shelf',
  preparingTitle: 'We’re preparing this list',
  preparing: 'It will appear here in a few seconds. Your cart is safe, and you can check out in the meantime.',
  serverErrorTitle: 'Something broke on our end',
  serverError: 'We couldn’t load this page. It’s not you, and your cart is safe. Try again in a moment.',
  callUs: 'If it keeps happening, call us on {phone}.',
  tryAgain: 'Try again',
  renderError: 'This page stopped working. Your cart is safe.',
  reload: 'Reload page',
  details: 'Technical details',
} as const;
