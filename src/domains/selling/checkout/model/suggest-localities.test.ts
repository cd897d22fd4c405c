import { describe, expect, test } from 'vitest';
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { placeLookups, suggestLocalities } from './suggest-localities.ts';

const locality = (suburb: string, state: string, postcode: string): Locality => ({ suburb, state, postcode });
const FREMANTLE = locality('Fremantle', 'WA', '6160');
const NORTH = locality('North Fremantle', 'WA', '6159');
const BELGRAVE = locality('Belgrave', 'VIC', '3160');
const TECOMA = locality('Tecoma', 'VIC', '3160');
const RICHMOND = locality('Richmond', 'VIC', '3121');
const RICHMOND_TAS = locality('Richmond', 'TAS', '7025');

describe('the lookup of localities', () => {
  test.each([
    { name: 'nothing typed', typed: { suburb: '', postcode: '' }, asked: [] },
    { name: 'too little of either', typed: { suburb: 'Fr ', postcode: '616' }, asked: [] },
    { name: 'a whole postcode', typed: { suburb: '', postcode: '6160' }, asked: [{ postcode: '6160' }] },
    { name: 'three letters', typed: { suburb: 'Fre', postcode: '' }, asked: [{ suburb: 'Fre' }] },
    { name: 'both', typed: { suburb: 'Fremantle', postcode: '3160' }, asked: [{ postcode: '3160' }, { suburb: 'Fremantle' }] },
  ])('$name', ({ typed, asked }) => {
    expect(placeLookups('AU', typed)).toEqual(asked);
  });

  test('waits for as many digits as the postcodes of the market have', () => {
    expect(placeLookups('SG', { suburb: '', postcode: '2889' })).toEqual([]);
    expect(placeLookups('SG', { suburb: '', postcode: '288913' })).toEqual([{ postcode: '288913' }]);
  });
});

describe('the suggested localities', () => {
  test.each([
    { name: 'nothing where the three name a place', typed: FREMANTLE, found: [FREMANTLE, NORTH], offered: [] },
    { name: 'nothing whatever its case', typed: locality('FREMANTLE', 'WA', '6160'), found: [FREMANTLE], offered: [] },
    { name: 'all of a postcode', typed: locality('', '', '3160'), found: [BELGRAVE, TECOMA], offered: [BELGRAVE, TECOMA] },
    {
      name: 'the suburb before the postcode',
      typed: locality('Fremantle', 'WA', '3160'),
      found: [BELGRAVE, FREMANTLE],
      offered: [FREMANTLE, BELGRAVE],
    },
    {
      name: 'the typed beginning before its neighbours',
      typed: locality('Tec', '', '3160'),
      found: [BELGRAVE, TECOMA],
      offered: [TECOMA, BELGRAVE],
    },
    {
      name: 'the chosen state first',
      typed: locality('Richmond', 'TAS', ''),
      found: [RICHMOND, RICHMOND_TAS],
      offered: [RICHMOND_TAS, RICHMOND],
    },
    {
      name: 'the state that was not chosen yet',
      typed: locality('Fremantle', '', '6160'),
      found: [NORTH, FREMANTLE],
      offered: [FREMANTLE, NORTH],
    },
    { name: 'each once, found both ways', typed: locality('Belgrave', 'NSW', '3160'), found: [BELGRAVE, BELGRAVE], offered: [BELGRAVE] },
  ])('$name', ({ typed, found, offered }) => {
    expect(suggestLocalities(typed, found)).toEqual(offered);
  });
  test('suggests six localities at most', () => {
    const found = Array.from({ length: 40 }, (_, index) => locality(`Suburb ${index}`, 'NT', '0822'));
    expect(suggestLocalities(locality('', '', '0822'), found)).toHaveLength(6);
  });
});
