import { describe, expect, test } from 'vitest';
import { extractVintage } from './vintage.ts';

const range = { from: 1900, to: 2030 };

describe('readVintage', () => {
  test.each([
    ['after the producer', 'Quinta Alta 2011 Tinto (Douro)', 'Quinta Alta', '2011', 'Tinto (Douro)'],
    ['a year in the producer', '1848 Winery 2014 Red (Galilee)', '1848 Winery', '2014', 'Red (Galilee)'],
    ['a plausible year in the producer', 'Quinta 2000 2013 Tinto', 'Quinta 2000', '2013', 'Tinto'],
    ['the producer is a year', '1850 2015 Viognier', '1850', '2015', 'Viognier'],
    ['two years side by side: the later', 'Old Hill 2007 1919 Shiraz', 'Old Hill', '2007', '1919 Shiraz'],
    ['the other way round', 'Old Hill 1919 2007 Shiraz', 'Old Hill', '2007', '1919 Shiraz'],
    ['a year in the name', 'Pascal Duval 2011 Vignes de 1939 (Chénas)', 'Pascal Duval', '2011', 'Vignes de 1939 (Chénas)'],
    ['the same year twice', 'Terra 2004 Rarità 2004 Pinot Bianco', 'Terra', '2004', 'Rarità 2004 Pinot Bianco'],
    ['NV', 'Maison Rive NV Brut Rosé (Champagne)', 'Maison Rive', 'NV', 'Brut Rosé (Champagne)'],
    ['N.V. before a year of the name', 'Cavas Monte N.V. 1887 Rosado', 'Cavas Monte', 'NV', '1887 Rosado'],
    ['MV', 'Krone MV Grande', 'Krone', 'NV', 'Grande'],
    ['non-vintage in words', 'Krone Non-Vintage Grande', 'Krone', 'NV', 'Grande'],
    ['NV further on', 'Krone Grande NV', 'Krone', 'NV', 'Grande'],
    ['the producer spelt without accents', 'CHATEAU D’ETE 2010 Rouge', "Château d'Été", '2010', 'Rouge'],
    ['a year in brackets or before a comma', 'Krone (2012), Riserva', 'Krone', '2012', 'Riserva'],
    ['a year at the end', 'Krone Riserva 2012', 'Krone', '2012', 'Riserva'],
    ['a producer the title does not name', 'Riserva 2012 Rosso', 'Krone', '2012', 'Riserva Rosso'],
  ])('%s', (_, title, producer, vintage, rest) => {
    expect(extractVintage(title, producer, range)).toEqual({ vintage, rest, warning: null });
  });

  test.each([
    ['none', 'Krone Riserva', '', 'Riserva', 'The title has no vintage.'],
    ['out of range, late', 'Krone 2107 Riserva', '', '2107 Riserva', 'The year 2107 is outside 1900 to 2030.'],
    ['out of range, early', 'Krone 1865 Single Vineyard', '', '1865 Single Vineyard', 'The year 1865 is outside 1900 to 2030.'],
    [
      'several elsewhere',
      'Krone Vision 1950 Cuvée 2012',
      '2012',
      'Vision 1950 Cuvée',
      'The title contains several years; 2012 was used as the vintage.',
    ],
    ['digits that are no year', 'Krone 20112 Riserva 99', '', '20112 Riserva 99', 'The title has no vintage.'],
  ])('reports a warning: %s', (_, title, vintage, rest, warning) => {
    expect(extractVintage(title, 'Krone', range)).toEqual({ vintage, rest, warning });
  });
});
