/** Labels of links and texts about delivery. The server sends them to the pages as data. */
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const countWord = (count: number): string => NUMBER_WORDS[count] ?? String(count);

export const navigationMessages = {
  wine: 'Wine',
  spirits: 'Spirits',
  journal: 'Journal',
  events: 'Tastings and events',
  collections: 'Collections',
  favourites: 'Favourites',
  preferredWines: { wine: 'Find wines you’ll like', spirits: 'Find spirits you’ll like' },
  loyalty: 'Loyalty',
  all: { wine: 'All wine', spirits: 'All spirits' },
  clubs: 'Wine clubs',
  freeFromCases: (cases: number) => `Free delivery on ${countWord(cases)} or more cases`,
  freeFromAmount: (amount: string) => `Free delivery on orders of ${amount} or more`,
  toYourDoor: 'Delivered to your door',
  underCases: (cases: number, fee: string) => `Under ${countWord(cases)} ${cases === 1 ? 'case' : 'cases'}, delivery is ${fee}.`,
  underAmount: (amount: string, fee: string) => `Under ${amount}, delivery is ${fee}.`,
  delivery: (fee: string) => `Delivery is ${fee}.`,
  feeWithFar: (fee: string, far: string, regions: readonly string[]) => `${fee} (${far} to ${regions.join(' and ')})`,
} as const;
