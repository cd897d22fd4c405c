import { describe, expect, test } from 'vitest';
import { isServedLocality, type Locality, type LocalityTable, suburbKey } from './localities.ts';

const LOCALITIES: readonly Locality[] = [
  { suburb: 'ST KILDA', state: 'VIC', postcode: '3182' },
  { suburb: 'MOUNT GAMBIER', state: 'SA', postcode: '5290' },
  { suburb: "O'CONNOR", state: 'ACT', postcode: '2602' },
  { suburb: 'WODONGA', state: 'VIC', postcode: '3690' },
  { suburb: 'LAVINGTON', state: 'NSW', postcode: '2641' },
];
const table: LocalityTable = {
  byPostcode: (postcode) => LOCALITIES.filter((locality) => locality.postcode === postcode),
  bySuburb: () => [],
  postcodes: () => [],
};

describe('an Australian locality', () => {
  test.each([
    { name: 'as listed', place: { suburb: 'St Kilda', state: 'VIC', postcode: '3182' }, fits: true },
    { name: 'with a full stop', place: { suburb: 'St. Kilda', state: 'VIC', postcode: '3182' }, fits: true },
    { name: 'spelled out', place: { suburb: 'saint kilda', state: 'VIC', postcode: '3182' }, fits: true },
    { name: 'abbreviated', place: { suburb: 'Mt Gambier', state: 'SA', postcode: '5290' }, fits: true },
    { name: 'with a typeset apostrophe', place: { suburb: 'O’Connor', state: 'ACT', postcode: '2602' }, fits: true },
    { name: 'with spaces around', place: { suburb: '  Wodonga ', state: 'VIC', postcode: '3690' }, fits: true },
    { name: 'in another state', place: { suburb: 'St Kilda', state: 'NSW', postcode: '3182' }, fits: false },
    { name: 'under a neighbour’s postcode', place: { suburb: 'St Kilda', state: 'VIC', postcode: '3690' }, fits: false },
    { name: 'under no postcode', place: { suburb: 'St Kilda', state: 'VIC', postcode: '9999' }, fits: false },
    { name: 'another suburb of that postcode', place: { suburb: 'Albury', state: 'NSW', postcode: '2641' }, fits: false },
    { name: 'without a suburb', place: { suburb: ' ', state: 'VIC', postcode: '3182' }, fits: false },
  ])('$name [CHK-18]', ({ place, fits }) => {
    expect(isServedLocality('AU', place, table)).toBe(fits);
  });
});

describe('a Singaporean locality', () => {
  test.each([
    { name: 'the first sector', postcode: '018956', fits: true },
    { name: 'the last sector', postcode: '829999', fits: true },
    { name: 'a sector in between', postcode: '238801', fits: true },
    { name: 'sector 00', postcode: '001234', fits: false },
    { name: 'sector 74, which is not assigned', postcode: '740001', fits: false },
    { name: 'sector 83', postcode: '830001', fits: false },
    { name: 'five digits', postcode: '23880', fits: false },
    { name: 'seven digits', postcode: '2388011', fits: false },
    { name: 'letters', postcode: 'S23880', fits: false },
    { name: 'nothing', postcode: '', fits: false },
  ])('$name [CHK-18]', ({ postcode, fits }) => {
    expect(isServedLocality('SG', { suburb: 'Singapore', state: '', postcode }, table)).toBe(fits);
  });
});

describe('suburbKey', () => {
  test.each([
    { name: 'words only', suburb: 'Mount St Thomas', key: 'mtstthomas' },
    { name: 'mount within a word stays', suburb: 'Paramount', key: 'paramount' },
    { name: 'digits stay', suburb: 'Section 7', key: 'section7' },
  ])('$name', ({ suburb, key }) => {
    expect(suburbKey(suburb)).toBe(key);
  });
});
