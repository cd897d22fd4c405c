/** Labels of links and texts about delivery. The server sends them to the pages as data. */
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const countWord = (count: number): string => NUMBER_WORDS[count] ?? String(count);

/** Formats `QLD`, `QLD and WA`, `NT, QLD and WA`. */
const listWithAnd = (names: readonly string[]): string => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

export const navigationMessages = {
  wine: 'Wine',
  spirits: 'Spirits',
  journal: 'Journal',
  events: 'Tastings and events',
  collections: 'Collections',
  favourites: 'Favourites',
  preferredWines: { wine: 'Find wines you’ll like', spirits: 'Find spirits you’ll like' },
  loyalty: 'Loyalty',
  trackOrder: 'Track your order',
  all: { wine: 'All wine', spirits: 'All spirits' },
  clubs: 'Wine clubs',
  freeFromCases: (cases: number) => `Free delivery on ${countWord(cases)} or more cases`,
  freeFromAmount: (amount: string) => `Free delivery on orders of ${amount} or more`,
  toYourDoor: 'Delivered to your door',
  underCases: (cases: number, fee: string) => `Under ${countWord(cases)} ${cases === 1 ? 'case' : 'cases'}, delivery is ${fee}.`,
  underAmount: (amount: string, fee: string) => `Under ${amount}, delivery is ${fee}.`,
  otherPostcodes: 'Some postcodes have other fees: the checkout shows them.',
  delivery: (fee: string) => `Delivery is ${fee}.`,
  feeWithZones: (fee: string, zones: readonly { readonly fee: string; readonly regions: readonly string[] }[]) =>
    `${fee} (${zones.map((zone) => `${zone.fee} to ${listWithAnd(zone.regions)}`).join(', ')})`,
} as const;
