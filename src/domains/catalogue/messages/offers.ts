/** Text about offers: unit of sale, stock and badges. */

/** Singular and plural of the units of sale. */
const UNITS = {
  case: ['case', 'cases'],
  pack: ['pack', 'packs'],
  bottle: ['bottle', 'bottles'],
  card: ['card', 'cards'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export type Unit = keyof typeof UNITS;

/** Returns the singular or plural of a unit of sale, such as `case` or `cases`. */
export const unitWord = (count: number, unit: Unit): string => UNITS[unit][count === 1 ? 0 : 1];

export const offerTexts = {
  sentByEmail: 'Sent by email',
  caseOf: (size: number) => `Case of ${size}`,
  packOf: (size: number) => `Pack of ${size}`,
  last: (count: number, unit: Unit) => `Last ${count === 1 ? '' : `${count} `}${unitWord(count, unit)}`,
  membersOnly: 'Members only',
  ends: (day: string) => `Ends ${day}`,
  oneEach: (unit: Unit) => (unit === 'bottle' ? 'One each' : `One ${unit} each`),
  /** In a name: `Peated Cask 12 Year Old`. */
  yearsOld: (years: string) => `${years} Year Old`,
  arrivingSoon: 'Arriving soon',
} as const;
