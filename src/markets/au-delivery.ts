/** Addresses, phones and the law on alcohol in Australia. */
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
