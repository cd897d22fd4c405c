/** Text of the parts of the cart that load separately, when a cart needs them. */

export const cartDropdownMessages = { title: 'Your cart', close: 'Close cart' } as const;

export const emptyCartMessages = {
  title: 'Your cart is empty',
  browse: 'Browse the shelves',
  favourites: 'View favourites',
  savedInAccount: 'Anything you add will be waiting here, on every device you’re signed in on.',
  savedOnDevice: 'Anything you add will wait here for 30 days, on this device.',
} as const;

export const priceExplanationMessages = {
  title: 'Why this price',
  at: (units: string, price: string) => `${units} at ${price}`,
  youPay: 'You pay',
  youPayEach: (price: string) => `You pay, ${price} a bottle`,
} as const;

export const moveToFavouritesMessages = {
  move: 'Move to favourites',
  moveLine: (name: string) => `Move to favourites: ${name}`,
} as const;

export const recommendationMessages = { emptyCart: 'A good place to start', related: 'You might also like' } as const;

export const linkedCartMessages = {
  title: 'Open the cart from this link?',
  explanation: 'This link opens someone else’s cart.',
  merges: 'If you continue, the items in your cart will be added to it.',
  trust: 'Only continue if you trust the sender.',
  visible: 'The sender will be able to see them.',
  open: 'Open their cart',
  keep: 'Keep my cart',
} as const;

export const guestCheckoutMessages = {
  pageTitle: 'Checkout',
  title: 'Checkout',
  redirecting: 'Taking you to checkout…',
} as const;
