/** Addresses, phones, dispatch, public holidays and the law on alcohol in Australia. */
import type { AlcoholLaw, DeliveryRules, DispatchSettings } from './definition.ts';

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

export const AUSTRALIA_DELIVERY: DeliveryRules = {
  alcoholLaws: [law(null, ''), ...ACTS.map(([state, act]) => law(state, act))],
  creditNoteName: 'Adjustment note',
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

export const AUSTRALIA_DISPATCH: DispatchSettings = {
  region: 'VIC',
  cutOff: '14:00',
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  sunday: false,
  deliversOnSaturdays: false,
  windowDays: 2,
  nearPostcodes: ['3'],
  nearWindowDays: 1,
  holidays: [
    { date: '2026-01-01', name: 'New Year’s Day', regions: [] },
    { date: '2026-01-26', name: 'Australia Day', regions: [] },
    { date: '2026-03-02', name: 'Labour Day', regions: ['WA'] },
    { date: '2026-03-09', name: 'Labour Day, Canberra Day and Adelaide Cup', regions: ['ACT', 'SA', 'TAS', 'VIC'] },
    { date: '2026-04-03', name: 'Good Friday', regions: [] },
    { date: '2026-04-06', name: 'Easter Monday', regions: [] },
    { date: '2026-04-27', name: 'Anzac Day (additional day)', regions: ['ACT', 'NSW', 'WA'] },
    { date: '2026-05-04', name: 'Labour Day and May Day', regions: ['NT', 'QLD'] },
    { date: '2026-06-01', name: 'Reconciliation Day and Western Australia Day', regions: ['ACT', 'WA'] },
    { date: '2026-06-08', name: 'King’s Birthday', regions: ['ACT', 'NSW', 'NT', 'SA', 'TAS', 'VIC'] },
    { date: '2026-08-03', name: 'Picnic Day', regions: ['NT'] },
    { date: '2026-09-25', name: 'Friday before the AFL Grand Final', regions: ['VIC'] },
    { date: '2026-09-28', name: 'King’s Birthday', regions: ['WA'] },
    { date: '2026-10-05', name: 'Labour Day and King’s Birthday', regions: ['ACT', 'NSW', 'QLD', 'SA'] },
    { date: '2026-11-03', name: 'Melbourne Cup', regions: ['VIC'] },
    { date: '2026-12-25', name: 'Christmas Day', regions: [] },
    { date: '2026-12-28', name: 'Boxing Day (additional day)', regions: [] },
    { date: '2027-01-01', name: 'New Year’s Day', regions: [] },
    { date: '2027-01-26', name: 'Australia Day', regions: [] },
    { date: '2027-03-01', name: 'Labour Day', regions: ['WA'] },
    { date: '2027-03-08', name: 'Labour Day, Canberra Day and Adelaide Cup', regions: ['ACT', 'SA', 'TAS', 'VIC'] },
    { date: '2027-03-26', name: 'Good Friday', regions: [] },
    { date: '2027-03-29', name: 'Easter Monday', regions: [] },
    { date: '2027-04-26', name: 'Anzac Day (additional day)', regions: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'WA'] },
    { date: '2027-05-03', name: 'Labour Day and May Day', regions: ['NT', 'QLD'] },
    { date: '2027-05-31', name: 'Reconciliation Day', regions: ['ACT'] },
    { date: '2027-06-07', name: 'Western Australia Day', regions: ['WA'] },
    { date: '2027-06-14', name: 'King’s Birthday', regions: ['ACT', 'NSW', 'NT', 'SA', 'TAS', 'VIC'] },
    { date: '2027-08-02', name: 'Picnic Day', regions: ['NT'] },
    { date: '2027-09-24', name: 'Friday before the AFL Grand Final', regions: ['VIC'] },
    { date: '2027-09-27', name: 'King’s Birthday', regions: ['WA'] },
    { date: '2027-10-04', name: 'Labour Day and King’s Birthday', regions: ['ACT', 'NSW', 'QLD', 'SA'] },
    { date: '2027-11-02', name: 'Melbourne Cup', regions: ['VIC'] },
    { date: '2027-12-27', name: 'Christmas Day (additional day)', regions: [] },
    { date: '2027-12-28', name: 'Boxing Day (additional day)', regions: [] },
    { date: '2028-01-03', name: 'New Year’s Day (additional day)', regions: [] },
    { date: '2028-01-26', name: 'Australia Day', regions: [] },
    { date: '2028-03-06', name: 'Labour Day', regions: ['WA'] },
    { date: '2028-03-13', name: 'Labour Day, Canberra Day and Adelaide Cup', regions: ['ACT', 'SA', 'TAS', 'VIC'] },
    { date: '2028-04-14', name: 'Good Friday', regions: [] },
    { date: '2028-04-17', name: 'Easter Monday', regions: [] },
    { date: '2028-04-25', name: 'Anzac Day', regions: [] },
    { date: '2028-05-01', name: 'Labour Day and May Day', regions: ['NT', 'QLD'] },
    { date: '2028-05-29', name: 'Reconciliation Day', regions: ['ACT'] },
    { date: '2028-06-05', name: 'Western Australia Day', regions: ['WA'] },
    { date: '2028-06-12', name: 'King’s Birthday', regions: ['ACT', 'NSW', 'NT', 'SA', 'TAS', 'VIC'] },
    { date: '2028-08-07', name: 'Picnic Day', regions: ['NT'] },
    { date: '2028-09-25', name: 'King’s Birthday', regions: ['WA'] },
    { date: '2028-09-29', name: 'Friday before the AFL Grand Final', regions: ['VIC'] },
    { date: '2028-10-02', name: 'Labour Day and King’s Birthday', regions: ['ACT', 'NSW', 'QLD', 'SA'] },
    { date: '2028-11-07', name: 'Melbourne Cup', regions: ['VIC'] },
    { date: '2028-12-25', name: 'Christmas Day', regions: [] },
    { date: '2028-12-26', name: 'Boxing Day', regions: [] },
  ],
};
