import { describe, expect, test } from 'vitest';
import type { LocalityTable } from '#domains/selling/shipping/model/localities.ts';
import { DETAILS, SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import type { CheckoutDetails } from '../contract.ts';
import { isCompleteLocality, validateDetails, validateLocality } from './validate-details.ts';

const TODAY = '2026-11-21';
/** Markets with an example of a valid form. */
type TestMarket = 'AU' | 'SG';
const valid: Readonly<Record<TestMarket, CheckoutDetails>> = {
  AU: DETAILS,
  SG: { ...DETAILS, ...SG_ADDRESS, email: 'lin@example.com', suburb: '', state: '' },
};
const errorsOf = (market: TestMarket, change: Partial<CheckoutDetails>, born = '1980-02-29') =>
  validateDetails(market, { ...valid[market], ...change }, born, TODAY);

test.each(['AU', 'SG'] as const)('accepts valid details in %s', (market) => {
  expect(errorsOf(market, {})).toEqual([]);
});

test('returns an error for every required field of an empty form, in the order of the form', () => {
  const empty: CheckoutDetails = { ...valid.SG, email: '', firstName: '', lastName: '', phone: '', address: '', postcode: '' };
  const fieldsOf = (market: TestMarket) => validateDetails(market, empty, '', TODAY).map(({ field }) => field);
  expect(fieldsOf('AU')).toEqual(['email', 'firstName', 'lastName', 'phone', 'address', 'suburb', 'state', 'postcode', 'dateOfBirth']);
  expect(fieldsOf('SG')).toEqual(['email', 'firstName', 'lastName', 'phone', 'address', 'postcode', 'dateOfBirth']);
});

describe('the e-mail address', () => {
  test.each(['a@b.co', 'first.last+wine@mail.example.com', "o'hara@example.com", 'ünï@bücher.example'])('accepts %s', (email) => {
    expect(errorsOf('AU', { email })).toEqual([]);
  });
  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada @example.com',
    'ada@example..com',
    'ada@.com',
    'a,b@example.com',
  ])('rejects %s', (email) => {
    expect(errorsOf('AU', { email })).toEqual([{ field: 'email', reason: 'Enter an email address, like name@example.com' }]);
  });
});

describe('a single invalid field', () => {
  test.each([
    { name: 'a phone of the other market', market: 'AU', change: { phone: '8123 4567' }, field: 'phone' },
    { name: 'a phone of the other market', market: 'SG', change: { phone: '0412 345 678' }, field: 'phone' },
    { name: 'an address too short to find', market: 'AU', change: { address: '8' }, field: 'address' },
    { name: 'three digits of a postcode', market: 'AU', change: { postcode: '306' }, field: 'postcode' },
    { name: 'a Singaporean postal code', market: 'AU', change: { postcode: '288913' }, field: 'postcode' },
    { name: 'an Australian postcode', market: 'SG', change: { postcode: '3068' }, field: 'postcode' },
    { name: 'no state', market: 'AU', change: { state: '' }, field: 'state' },
  ] as const)('$market: $name', ({ market, change, field }) => {
    expect(errorsOf(market, change).map((error) => error.field)).toEqual([field]);
  });
});

test('rejects authority to leave if the law does not allow it, and names the law', () => {
  expect(errorsOf('AU', { authorityToLeave: true })).toEqual([]);
  const reason = "We can't leave alcohol unattended in QLD. Someone must be there to accept it.";
  expect(errorsOf('AU', { authorityToLeave: true, state: 'QLD' })).toEqual([{ field: 'authorityToLeave', reason }]);
  expect(errorsOf('SG', { authorityToLeave: true }).map(({ field }) => field)).toEqual(['authorityToLeave']);
});

describe('the date of birth', () => {
  const young = 'You must be 18 or over to buy alcohol.';
  test.each([
    { name: 'none', born: '', reason: 'Enter your date of birth' },
    { name: 'not a date', born: '1980', reason: 'Enter your date of birth' },
    { name: 'seventeen until tomorrow', born: '2008-11-22', reason: young },
    { name: 'to be born yet', born: '2030-01-01', reason: young },
    { name: 'a year mistyped', born: '0198-02-01', reason: young },
  ])('$name [CHK-13]', ({ born, reason }) => {
    expect(errorsOf('AU', {}, born)).toEqual([{ field: 'dateOfBirth', reason }]);
  });
  test('accepts a buyer who turns 18 today [CHK-13]', () => {
    expect(errorsOf('AU', {}, '2008-11-21')).toEqual([]);
  });
});

describe('the locality', () => {
  const table: LocalityTable = {
    byPostcode: (postcode) => (postcode === '3068' ? [{ suburb: 'Clifton Hill', state: 'VIC', postcode }] : []),
    bySuburb: () => [],
    postcodes: () => [],
  };
  const mismatch = 'Something wrong with the address, please check suburb, postcode or state if they are matching';
  test.each([
    { name: 'all three match', market: 'AU', change: {}, says: null },
    { name: 'capitals and spaces do not matter', market: 'AU', change: { suburb: 'CLIFTON  HILL' }, says: null },
    { name: 'another suburb', market: 'AU', change: { suburb: 'Carlton' }, says: mismatch },
    { name: 'another state', market: 'AU', change: { state: 'NSW' }, says: mismatch },
    { name: 'another postcode', market: 'AU', change: { postcode: '3000' }, says: mismatch },
    { name: 'a sector there is', market: 'SG', change: {}, says: null },
    { name: 'a sector there is not', market: 'SG', change: { postcode: '748913' }, says: mismatch },
  ] as const)('$market: $name', ({ market, change, says }) => {
    expect(validateLocality(market, { ...valid[market], ...change }, table)).toBe(says);
  });
  test.each([
    { name: 'all of it', market: 'AU', change: {}, whole: true },
    { name: 'no suburb yet', market: 'AU', change: { suburb: '' }, whole: false },
    { name: 'no state yet', market: 'AU', change: { state: '' }, whole: false },
    { name: 'half a postcode', market: 'AU', change: { postcode: '306' }, whole: false },
    { name: 'a postal code', market: 'SG', change: {}, whole: true },
    { name: 'half a postal code', market: 'SG', change: { postcode: '2889' }, whole: false },
  ] as const)('$market: whether it is typed to its end: $name', ({ market, change, whole }) => {
    expect(isCompleteLocality(market, { ...valid[market], ...change })).toBe(whole);
  });
});
