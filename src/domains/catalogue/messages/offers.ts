/** Text about offers: unit of sale, stock and badges. */
const UNITS = {
  case: { one: 'case', many: 'cases' },
  pack: { one: 'pack', many: 'packs' },
  bottle: { one: 'bottle', many: 'bottles' },
  card: { one: 'card', many: 'cards' },
} as const;
type Unit = keyof typeof UNITS;

export const NUMBER_WORDS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

export const offerTexts = {
  sentByEmail: 'Sent by email',
  caseOf: (size: number) => `Case of ${size}`,
  packOf: (size: number) => `Pack of ${size}`,
  last: (count: number, unit: Unit) => (count === 1 ? `Last ${UNITS[unit].one}` : `Last ${count} ${UNITS[unit].many}`),
  soldOut: 'Sold out',
  membersOnly: 'Members only',
  ends: (day: string) => `Ends ${day}`,
  oneEach: (unit: Unit) => (unit === 'bottle' ? 'One each' : `One ${UNITS[unit].one} each`),
  arrivingSoon: 'Arriving soon',
} as const;
