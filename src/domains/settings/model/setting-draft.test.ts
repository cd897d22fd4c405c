import { describe, expect, test } from 'vitest';
import { type DescribedField, describeGroup } from './describe-group.ts';
import { DELIVERY_ZONES } from './groups/delivery-zones.ts';
import { applyChanges, changedFields, emptyRow, formatValue, isSameValue, parseNumber, splitNumbers, splitText } from './setting-draft.ts';

const WORDS = { empty: 'empty', yes: 'Yes', no: 'No' };
const field = (name: string, more: Partial<DescribedField> = {}): DescribedField => ({
  name,
  title: name,
  description: '',
  control: 'text',
  unit: '',
  isNullable: false,
  options: [],
  columns: [],
  isSortable: false,
  ...more,
});
const zones = field('zones', {
  control: 'rows',
  columns: [field('states', { control: 'words' }), field('fee', { control: 'number', unit: 'dollars' })],
});

test('numbers of a list are split at commas, and what is no number stays as it was typed', () => {
  expect(splitNumbers('1, 3,7 ')).toEqual([1, 3, 7]);
  expect(splitNumbers('1, three')).toEqual([1, 'three']);
});

describe('differences', () => {
  test('ignore the order in which a database stores keys', () => {
    expect(isSameValue([{ fee: 1, states: ['WA'] }], [{ states: ['WA'], fee: 1 }])).toBe(true);
    expect(isSameValue(null, undefined)).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
  });

  test('are applied to what a colleague saved, and only they', () => {
    const fields = [field('phone'), field('hours')];
    const base = { phone: '1', hours: 'a' };

    expect(changedFields(fields, base, { phone: '1', hours: 'b' }).map(({ name }) => name)).toEqual(['hours']);
    expect(applyChanges(fields, base, { phone: '1', hours: 'b' }, { phone: '2', hours: 'c' })).toEqual({ phone: '2', hours: 'b' });
  });
});

test.each([
  ['9.90', 9.9],
  [' $1,250.50 ', 1250.5],
  ['', null],
  ['9.9.9', '9.9.9'],
  ['free', 'free'],
])('reads %j as a number, or keeps what was typed', (typed, value) => {
  expect(parseNumber(typed)).toBe(value);
});

test('splits words at commas and lines at their ends', () => {
  expect(splitText('QLD, WA,', 'words')).toEqual(['QLD', 'WA']);
  expect(splitText('https://a.example/?b=1,2\n\n https://c.example', 'lines')).toEqual(['https://a.example/?b=1,2', 'https://c.example']);
});

test.each([
  [field('fee', { unit: 'dollars' }), 9.9, '$9.90'],
  [field('rate', { unit: 'percent' }), 12.5, '12.5%'],
  [field('cases', { unit: 'cases' }), 3, '3 cases'],
  [field('cases'), null, 'empty'],
  [field('isOn', { control: 'switch' }), false, 'No'],
  [field('mode', { options: [{ value: 'server', label: 'from the shop' }] }), 'server', 'from the shop'],
  [zones, [{ states: ['QLD', 'WA'], fee: 14.9 }], 'QLD, WA, $14.90'],
])('formats a value for a person', (described, value, text) => {
  expect(formatValue(described, value, WORDS)).toBe(text);
});

test('begins a row with empty fields', () => {
  expect(emptyRow(zones.columns)).toEqual({ states: [], fee: null });
});

describe('a table in a row', () => {
  const bands = field('bands', {
    control: 'rows',
    columns: [field('upTo', { control: 'number' }), field('fee', { control: 'number', unit: 'dollars' })],
  });
  const table = field('zones', { control: 'rows', columns: [field('name'), bands] });

  test('is described for a form', () => {
    const [described] = describeGroup(DELIVERY_ZONES).fields;
    const inner = described?.columns.find(({ name }) => name === 'bands');

    expect(inner).toMatchObject({ control: 'rows', isSortable: false });
    expect(inner?.columns.map(({ name, control, unit }) => [name, control, unit])).toEqual([
      ['upTo', 'number', ''],
      ['fee', 'number', 'dollars'],
    ]);
  });

  test('is empty in a new row, and is read as its values', () => {
    expect(emptyRow(table.columns)).toEqual({ name: '', bands: [] });
    const value = [
      {
        name: 'Perth',
        bands: [
          { upTo: 5, fee: 12 },
          { upTo: 10, fee: 18.5 },
        ],
      },
    ];
    expect(formatValue(table, value, WORDS)).toBe('Perth, 5, $12.00; 10, $18.50');
  });
});
