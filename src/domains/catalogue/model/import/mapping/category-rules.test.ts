import { describe, expect, test } from 'vitest';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { categoriser } from './category-rules.ts';

describe('categoriser', () => {
  const categoryOf = categoriser(exampleMapping().category);
  const signals = (cells: Record<string, string>) => ({ cell: (column: string) => cells[column] ?? '', brandCategory: null });
  test.each([
    ['words of the name come first', { name: 'Brut Nature', variety: 'Syrah' }, 'Sparkling', true],
    ['only whole words', { name: 'Brutal', variety: 'Syrah' }, 'Red', true],
    ['accents tell Rosé from a rose', { name: 'La Rose', variety: 'Syrah' }, 'Red', true],
    ['a step for one region', { variety: 'Muscat', region: 'Rutherglen' }, 'Fortified', true],
    ['not for another', { variety: 'Muscat', region: 'Samos' }, 'White', true],
    ['a value without accents and capitals', { variety: 'RIESLING' }, 'White', true],
    ['a blend with red in it', { variety: 'Syrah-Viognier' }, 'Red', true],
    ['a blend of whites', { variety: 'Riesling, Viognier' }, 'White', true],
    ['a blend with an unknown grape is a guess', { variety: 'Viognier-Blanc du Bois' }, 'White', false],
    ['nothing known', { variety: 'Zz' }, 'Red', false],
  ])('%s', (_, cells, category, isConfident) => expect(categoryOf(signals(cells))).toEqual({ category, isConfident: isConfident }));

  test('uses the category of the brand if a step requests it', () => {
    const byBrand = categoriser({ steps: [{ brand: true }], otherwise: 'Liqueur' });
    expect(byBrand({ cell: () => '', brandCategory: 'Gin' })).toEqual({ category: 'Gin', isConfident: true });
    expect(byBrand({ cell: () => '', brandCategory: null })).toEqual({ category: 'Liqueur', isConfident: false });
  });
});
