/** Text of articles, events, collections, gift cards and offer pages. */
export const articleMessages = {
  home: 'Home',
  journal: 'Journal',
  intro: 'Growers, grapes and what to pour, written by the people who taste for the shop.',
  empty: 'Nothing written yet',
  emptyText: 'The first piece is on someone’s desk.',
  by: (names: string) => `${names}. `,
  minutes: (minutes: number) => `${minutes} min read`,
} as const;

export const collectionMessages = {
  title: 'Collections',
  intro: 'Shelves we put together for a reason: a season, a table, a budget.',
  empty: 'Nothing put together yet',
  emptyText: 'Please check back soon.',
} as const;

export const eventMessages = {
  title: 'Tastings and events',
  intro: 'Bottles open, growers in the room, and no speeches over ten minutes.',
  empty: 'Nothing in the diary',
  emptyText: 'The next tasting is being planned.',
  readJournal: 'Read the journal',
  past: 'Past events',
  facts: 'When and where',
  when: 'When',
  where: 'Where',
  price: 'Price',
  free: 'Free',
  perSeat: (price: string) => `${price} a seat`,
  seats: 'Seats',
  finished: 'This event has finished.',
  comingUp: 'See what’s coming up',
  requestSeat: 'Request a seat',
  note: (time: string, venue: string) => `${time}. ${venue}`,
} as const;

export const giftCardMessages = {
  checkBalance: 'Check a balance',
  none: 'Gift cards aren’t available right now.',
  amount: 'Amount',
  recipientName: 'Their name',
  recipientEmail: 'Their email',
  senderName: 'From (your name)',
  senderHint: 'Optional. If you leave this blank, we’ll use the name on your order.',
  sendOn: 'Send on (date)',
  sendOnHint: 'Optional. If you leave this blank, we’ll send it as soon as you’ve paid.',
  message: 'Message (optional)',
  addToCart: 'Add to cart',
  inCart: 'In your cart.',
  viewCart: 'View cart',
  giftCard: 'gift card',
  to: (name: string) => (name === '' ? 'For someone you like' : `For ${name}`),
  quote: (message: string) => `“${message}”`,
  terms: 'Valid for three years, for one order or several. We’ll email the code.',
} as const;

export const offerPageMessages = {
  bottleOf: (brand: string, name: string) => `Bottle of ${brand} ${name}`,
  soldOut: 'Sold out for now.',
  viewDetails: 'View details',
  ended: 'This offer has ended.',
  offersSoldOut: 'These are sold out for now.',
} as const;
