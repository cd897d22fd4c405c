import { describe, expect, test } from 'vitest';
import type { GridState } from './grid-state.ts';
import { type LocalRules, rowsToCsv, selectRows } from './local-rows.ts';

interface Role {
  readonly name: string;
  readonly people: number;
  readonly note: string;
}

const ROLES: readonly Role[] = [
  { name: 'Owner', people: 1, note: 'Everything' },
  { name: 'Manager', people: 10, note: 'Runs the shop' },
  { name: 'Cellar', people: 2, note: 'Counts stock, in the shop' },
];
const RULES: LocalRules<Role> = {
  texts: ({ name, note }) => [name, note],
  filters: { used: ({ people }, value) => people >= Number(value) },
  sorts: { name: ({ name }) => name, people: ({ people }) => people },
  csv: [
    { label: 'Role', value: ({ name }) => name },
    { label: 'People', value: ({ people }) => people },
    { label: 'Note', value: ({ note }) => note },
  ],
};
const namesOf = (state: Partial<GridState>): string[] =>
  selectRows(ROLES, { q: '', filters: {}, sort: { key: 'order', isDescending: false }, columns: null, view: null, ...state }, RULES).map(
    ({ name }) => name,
  );

describe('the rows of a list that is loaded as a whole', () => {
  test('keep their order unless a column sorts them', () => {
    expect(namesOf({})).toEqual(['Owner', 'Manager', 'Cellar']);
    expect(namesOf({ sort: { key: 'name', isDescending: false } })).toEqual(['Cellar', 'Manager', 'Owner']);
    expect(namesOf({ sort: { key: 'people', isDescending: true } })).toEqual(['Manager', 'Cellar', 'Owner']);
  });

  test('match if every word of the search is in one of their texts', () => {
    expect(namesOf({ q: 'SHOP' })).toEqual(['Manager', 'Cellar']);
    expect(namesOf({ q: 'shop cellar' })).toEqual(['Cellar']);
    expect(namesOf({ q: 'shop owner' })).toEqual([]);
  });

  test('match if every filter does', () => {
    expect(namesOf({ q: 'shop', filters: { used: '5' } })).toEqual(['Manager']);
  });

  test('are exported with headings, and texts are quoted', () => {
    expect(rowsToCsv(ROLES.slice(1), RULES)).toBe('Role,People,Note\nManager,10,Runs the shop\nCellar,2,"Counts stock, in the shop"\n');
  });
});
