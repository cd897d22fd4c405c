/** What is wrong with zones, and the sentences of their free delivery. */

export const zoneSettingMessages = {
  noPostcode: (part: string, digits: number) =>
    `has '${part}', which is neither a ${digits}-digit postcode nor a range of them, such as ${'1'.padEnd(digits, '0')}-${'1'.padEnd(digits, '9')}`,
  reversed: (part: string) => `has the range '${part}', which ends before it begins`,
  noPostcodes: 'must have at least one postcode',
  sameName: (row: number) => `is the name of zone ${row} already`,
  overlap: (zone: string, range: string, other: string) =>
    `of ‘${zone}’ include ${range}, which ‘${other}’ includes too; a postcode belongs to one zone, so take it out of one of the two`,
  noBands: 'must have at least one band with a fee, unless nothing is delivered here',
  bandOrder: (kilograms: number) => `must be more than ${kilograms}, the limit of the band above`,
  freeFromUnused: 'must be empty unless delivery is free from a number of cases or an order value',
  freeFromMissing: (unit: 'cases' | 'value') => (unit === 'cases' ? 'must be a number of cases' : 'must be an order value in dollars'),
  freeFromCases: (max: number) => `must be a whole number of cases from 1 to ${max}`,
  freeFromCasesSentence: 'Free because you ordered {cases} or more cases.',
  freeFromValueSentence: 'Free because your order is {amount} or more.',
} as const;
