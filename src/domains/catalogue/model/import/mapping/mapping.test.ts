import { describe, expect, test } from 'vitest';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { parseMapping } from './mapping.ts';

describe('readMapping', () => {
  test('splits entries of lists at semicolons', () => {
    const { steps } = exampleMapping().category;
    expect(steps[0]).toMatchObject({ words: { Sparkling: ['Brut', 'Sparkling'] } });
  });

  const errorsOf = (changes: Record<string, unknown>) => {
    const read = parseMapping({ ...JSON.parse(JSON.stringify(exampleMapping())), ...changes });
    return 'errors' in read ? read.errors.join(' ') : '';
  };

  test('reproduces a mapping that was written and parsed again', () => expect(errorsOf({})).toBe(''));

  test.each([
    ['a column that is not named', { story: { column: 'notes' } }, 'The column "notes" is used but not named under "columns".'],
    [
      'a column of a category step',
      { category: { steps: [{ column: 'grape', blend: true }], otherwise: 'Red' } },
      'The column "grape" is used',
    ],
    ['a word it does not know', { colour: 'red' }, 'colour'],
    [
      'a rate that is nothing',
      { price: { column: 'price', currency: 'USD', per: 'bottle', markets: { AU: { rate: 0, marginPercent: 0, rounding: '1.00' } } } },
      'rate',
    ],
    [
      'a rounding there is not',
      { price: { column: 'price', currency: 'USD', per: 'bottle', markets: { AU: { rate: 1, marginPercent: 0, rounding: '.95' } } } },
      'rounding',
    ],
    ['a category there is not', { category: { steps: [{ brand: true }], otherwise: 'Beer' } }, 'category.otherwise'],
  ])('reports %s', (_, changes, message) => expect(errorsOf(changes)).toContain(message));

  test('rejects values that are not a mapping', () => expect(parseMapping([])).toHaveProperty('errors'));
});
