/** Text of the panel in which staff try their delivery zones. */
import { plural } from '#lib/plural.ts';

const kilograms = (grams: number): string => `${grams / 1_000} kg`;

export const zoneTrialMessages = {
  title: 'Try it',
  hint: 'What a delivery costs by the values of this form, saved or not, and by the saved fees under Delivery.',
  postcode: 'Postcode',
  bottles: 'Bottles',
  weight: 'Weight in kilograms',
  weightHint: 'In place of the bottles.',
  enterPostcode: (digits: number) => `Enter a ${digits}-digit postcode.`,
  enterBottles: 'Enter a number of bottles, or a weight.',
  incomplete: 'Fill in the zones first: the form has a mistake.',
  loading: 'Reading the fees of the market…',
  notDelivered: 'No delivery',
  noZone: (postcode: string) => `${postcode} is in no zone, so the fees under Delivery apply.`,
  byState: (state: string) => `Most addresses with it are in ${state}. The state in the address decides.`,
  inZone: (postcode: string, zone: string) => `${postcode} is in the zone ${zone}.`,
  excluded: (postcode: string, zone: string) => `${postcode} is in the zone ${zone}, where nothing is delivered.`,
  bottlesWeigh: (bottles: number, grams: number, bottleGrams: number) =>
    `${plural(bottles, 'bottle')} of ${kilograms(bottleGrams)} ${bottles === 1 ? 'weighs' : 'weigh'} ${kilograms(grams)}.`,
  weighs: (grams: number) => `The order weighs ${kilograms(grams)}.`,
  band: (grams: number) => `The band up to ${kilograms(grams)} decides.`,
  extra: (count: number, fee: string) => `${plural(count, 'kilogram')} more, each for ${fee}.`,
  freeFromCases: (cases: number) => `Free from ${plural(cases, 'case')}.`,
  freeFromValue: (amount: string) => `Free from an order value of ${amount}.`,
  neverFree: 'Never free, except by a promotion.',
} as const;
