/** Addresses, dispatch, public holidays, phones and the law on alcohol in Australia. */
import type { AlcoholLaw, DeliveryRules } from './definition.ts';

/**
 * States whose regulator lets the buyer ask for an order to be left unattended. Elsewhere the shop does not offer it. A retailer
 * whose law allows it adds the state.
 */
const LEAVE_ON_REQUEST = new Set(['NSW', 'VIC', 'WA']);

/** Each state and territory has its own Act. */
const ACTS: readonly (readonly [state: string, act: string])[] = [
  ['ACT', 'Liquor Act 2010'],
  ['NSW', 'Liquor Act 2007'],
  ['NT', 'Liquor Act 2019'],
  ['QLD', 'Liquor Act 1992'],
  ['SA', 'Liquor Licensing Act 1997'],
  ['TAS', 'Liquor Licensing Act 1990'],
  ['VIC', 'Liquor Control Reform Act 1998'],
  ['WA', 'Liquor Control Act 1988'],
];

const law = (state: string | null, act: string): AlcoholLaw => ({
  state,
  from: '2020-01-01',
  minimumAge: 18,
  act,
  mayBeLeft: state !== null && LEAVE_ON_REQUEST.has(state),
});

/** Postcodes whose state differs from that of their first digit. */
const POSTCODE_RANGES: readonly (readonly [from: number, to: number, state: string])[] = [
  [200, 299, 'ACT'],
  [800, 999, 'NT'],
  [2600, 2618, 'ACT'],
  [2900, 2920, 'ACT'],
  [9999, 9999, 'VIC'],
];
const STATE_BY_FIRST_DIGIT: Readonly<Record<string, string>> = {
  1: 'NSW',
  2: 'NSW',
  3: 'VIC',
  4: 'QLD',
  5: 'SA',
  6: 'WA',
  7: 'TAS',
  8: 'VIC',
  9: 'QLD',
};

const EVERY_STATE = 'ACT NSW NT QLD SA TAS VIC WA';

export const AUSTRALIA_DELIVERY: DeliveryRules = {
  alcoholLaws: [law(null, ''), ...ACTS.map(([state, act]) => law(state, act))],
  address: {
    postcodeDigits: 4,
    region: null,
    streetAutoComplete: 'shipping address-line1',
    streetHelp: undefined,
    postcodeError: 'Enter a 4-digit postcode',
    format: ({ suburb, state, postcode }) => `${suburb} ${state} ${postcode}`,
    isServedSector: () => false,
    stateOfPostcode(postcode) {
      const number = Number(postcode);
      const range = POSTCODE_RANGES.find(([from, to]) => number >= from && number <= to);
      return range?.[2] ?? STATE_BY_FIRST_DIGIT[postcode.charAt(0)] ?? null;
    },
  },
  dispatch: { region: 'VIC', timeZone: 'Australia/Melbourne', cutOff: '14:00' },
  publicHolidays: {
    '2026-01-01': EVERY_STATE,
    '2026-01-26': EVERY_STATE,
    '2026-03-02': 'WA',
    '2026-03-09': 'ACT SA TAS VIC',
    '2026-04-03': EVERY_STATE,
    '2026-04-06': EVERY_STATE,
    '2026-04-27': 'ACT NSW WA',
    '2026-05-04': 'NT QLD',
    '2026-06-01': 'ACT WA',
    '2026-06-08': 'ACT NSW NT SA TAS VIC',
    '2026-08-03': 'NT',
    '2026-09-25': 'VIC',
    '2026-09-28': 'WA',
    '2026-10-05': 'ACT NSW QLD SA',
    '2026-11-03': 'VIC',
    '2026-12-25': EVERY_STATE,
    '2026-12-28': EVERY_STATE,
    '2027-01-01': EVERY_STATE,
    '2027-01-26': EVERY_STATE,
    '2027-03-01': 'WA',
    '2027-03-08': 'ACT SA TAS VIC',
    '2027-03-26': EVERY_STATE,
    '2027-03-29': EVERY_STATE,
    '2027-04-26': 'ACT NSW NT QLD SA WA',
    '2027-05-03': 'NT QLD',
    '2027-05-31': 'ACT',
    '2027-06-07': 'WA',
    '2027-06-14': 'ACT NSW NT SA TAS VIC',
    '2027-08-02': 'NT',
    '2027-09-24': 'VIC',
    '2027-09-27': 'WA',
    '2027-10-04': 'ACT NSW QLD SA',
    '2027-11-02': 'VIC',
    '2027-12-27': EVERY_STATE,
    '2027-12-28': EVERY_STATE,
    '2028-01-03': EVERY_STATE,
    '2028-01-26': EVERY_STATE,
    '2028-03-06': 'WA',
    '2028-03-13': 'ACT SA TAS VIC',
    '2028-04-14': EVERY_STATE,
    '2028-04-17': EVERY_STATE,
    '2028-04-25': EVERY_STATE,
    '2028-05-01': 'NT QLD',
    '2028-05-29': 'ACT',
    '2028-06-05': 'WA',
    '2028-06-12': 'ACT NSW NT SA TAS VIC',
    '2028-08-07': 'NT',
    '2028-09-25': 'WA',
    '2028-09-29': 'VIC',
    '2028-10-02': 'ACT NSW QLD SA',
    '2028-11-07': 'VIC',
    '2028-12-25': EVERY_STATE,
    '2028-12-26': EVERY_STATE,
  },
  phone: {
    placeholder: '0412 345 678',
    error: 'Enter a 10-digit Australian phone number, like 0412 345 678',
    pattern: /^0[23478]\d{8}$/,
    countryCode: /^(\+|00)?61(0?)(?=[23478]\d{8}$)/,
    trunkPrefix: '0',
    format: (phone) =>
      phone.startsWith('04') ? phone.replace(/(\d{4})(\d{3})(\d{3})/, '$1 $2 $3') : phone.replace(/(\d{2})(\d{4})(\d{4})/, '$1 $2 $3'),
  },
};
