import { describe, expect, test } from 'vitest';
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { placeLookups, suggestLocalities } from './suggest-localities.ts';

const place = (suburb: string, state: string, postcode: string): Locality => ({ suburb, state, postcode });
const FREMANTLE = place('Fremantle', 'WA', '6160');
const NORTH = place('North Fremantle', 'WA', '6159');
const BELGRAVE = place('Belgrave', 'VIC', '3160');
const TECOMA = place('Tecoma', 'VIC', '3160');
const RICHMOND = place('Richmond', 'VIC', '3121');
const RICHMOND_TAS = place('Richmond', 'TAS', '7025');

describe('the lookup of localities', () => {
  test.each([
    { name: 'nothing typed', typed: { suburb: '', postcode: '' }, asked: [] },
    { name: 'too little of either', typed: { suburb: 'Fr ', postcode: '616' }, asked: [] },
    { name: 'a whole postcode', typed: { suburb: '', postcode: '6160' }, asked: [{ postcode: '6160' }] },
    { name: 'three letters', typed: { suburb: 'Fre', postcode: '' }, asked: [{ suburb: 'Fre' }] },
    { name: 'both', typed: { suburb: 'Fremantle', postcode: '3160' }, asked: [{ postcode: '3160' }, { suburb: 'Fremantle' }] },
  ])('$name', ({ typed, asked }) => {
    expect(placeLookups(typed)).toEqual(asked);
  });
});

describe('the suggested localities', () => {
  test.each([
    { name: 'nothing where the three name a place', typed: FREMANTLE, found: [FREMANTLE, NORTH], offered: [] },
    { name: 'nothing whatever its case', typed: place('FREMANTLE', 'WA', '6160'), found: [FREMANTLE], offered: [] },
    { name: 'all of a postcode', typed: place('', '', '3160'), found: [BELGRAVE, TECOMA], offered: [BELGRAVE, TECOMA] },
    {
      name: 'the suburb before the postcode',
      typed: place('Fremantle', 'WA', '3160'),
      found: [BELGRAVE, FREMANTLE],
      offered: [FREMANTLE, BELGRAVE],
    },
    {
      name: 'the typed beginning before its neighbours',
      typed: place('Tec', '', '3160'),
      found: [BELGRAVE, TECOMA],
      offered: [TECOMA, BELGRAVE],
    },
    {
      name: 'the chosen state first',
      typed: place('Richmond', 'TAS', ''),
      found: [RICHMOND, RICHMOND_TAS],
      offered: [RICHMOND_TAS, RICHMOND],
    },
    {
      name: 'the state that was not chosen yet',
      typed: place('Fremantle', '', '6160'),
      found: [NORTH, FREMANTLE],
      offered: [FREMANTLE, NORTH],
    },
    { name: 'each once, found both ways', typed: place('Belgrave', 'NSW', '3160'), found: [BELGRAVE, BELGRAVE], offered: [BELGRAVE] },
  ])('$name', ({ typed, found, offered }) => {
    expect(suggestLocalities(typed, found)).toEqual(offered);
  });
  test('suggests six localities at most', () => {
    const found = Array.from({ length: 40 }, (_, index) => place(`Suburb ${index}`, 'NT', '0822'));
    expect(suggestLocalities(place('', '', '0822'), found)).toHaveLength(6);
  });
});
