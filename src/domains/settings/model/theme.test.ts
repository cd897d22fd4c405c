import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrastOf } from '#lib/color.ts';
import { type ChosenColors, COLOR_FIELDS, DARK, LIGHT, themeIssues, themePath, themeRemarks, themeSheet, WHISKY } from './theme.ts';

const NONE: ChosenColors = {
  accent: null,
  lightPage: null,
  lightSurface: null,
  lightLink: null,
  darkPage: null,
  darkSurface: null,
  darkLink: null,
};

/** Reads the custom properties of the blocks of tokens.css that begin with a selector, the later ones winning. */
function tokensIn(...selectors: readonly string[]): Readonly<Record<string, string>> {
  const css = readFileSync(new URL('../../../ui/styles/tokens.css', import.meta.url), 'utf8');
  const blocks = selectors.map((selector) => css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '');
  return Object.fromEntries(
    blocks.flatMap((block) => [...block.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])),
  );
}

test.each([
  { name: 'light', tokens: LIGHT, own: tokensIn(':root') },
  { name: 'dark', tokens: DARK, own: tokensIn(':root', ':root:not([data-theme])') },
  { name: 'whisky', tokens: WHISKY, own: tokensIn(':root', ':root[data-theme="whisky"]') },
])('knows the colours of the $name theme in tokens.css', ({ tokens, own }) => {
  expect(own).toMatchObject(tokens);
});

test('computes contrast like WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#ffffff', '#77b204')).toBeCloseTo(2.56, 1);
  expect(contrastOf('oklch(100% 0 0)', '#ffffff')).toBeCloseTo(1);
});

describe('contrast', () => {
  test.each(['wine', 'spirits'] as const)('is enough for every colour of the design on %s sites', (kind) => {
    expect(Object.values(themeRemarks(NONE, kind)).filter(({ isGood }) => !isGood)).toEqual([]);
  });

  test('has a remark for each colour of a wine site', () => {
    expect(Object.keys(themeRemarks(NONE, 'wine')).sort()).toEqual([...COLOR_FIELDS].sort());
  });

  test.each([
    { name: 'an accent that is too dark under dark text', colors: { accent: '#5b1a2b' }, kind: 'wine', field: 'accent' },
    { name: 'pale links on light', colors: { lightLink: '#9ac04a' }, kind: 'wine', field: 'lightLink' },
    { name: 'dark links on dark', colors: { darkLink: '#3c5a00' }, kind: 'wine', field: 'darkLink' },
    { name: 'a light page that is too dark for quiet text', colors: { lightPage: '#b0b0b0' }, kind: 'wine', field: 'lightPage' },
    { name: 'a dark page that is too light', colors: { darkPage: '#666666' }, kind: 'spirits', field: 'darkPage' },
  ] as const)('refuses $name', ({ colors, kind, field }) => {
    expect(themeIssues({ ...NONE, ...colors }, kind)).toEqual([{ path: [field], message: expect.stringContaining(':1') }]);
  });

  test('accepts colours that can be read', () => {
    expect(themeIssues({ ...NONE, accent: '#e0a33a', lightPage: '#fff8f0', lightLink: '#7a1f33', darkLink: '#f0b8c4' }, 'wine')).toEqual(
      [],
    );
  });
});

describe('the style sheet', () => {
  test('does not exist while no colour is chosen', () => {
    expect(themePath(NONE, 'wine')).toBeNull();
    expect(themePath({ ...NONE, lightPage: '#fff8f0' }, 'spirits')).toBeNull();
  });

  test('sets chosen colours in their theme only', () => {
    const path = themePath({ ...NONE, accent: '#E0A33A', lightLink: '#7a1f33' }, 'wine') ?? '';

    expect(path).toBe('/theme/wine-e0a33a-x-x-7a1f33-x-x-x.css');
    expect(themeSheet(path.replace('/theme/', ''))).toBe(
      '@media not all and (prefers-color-scheme:dark){:root:not([data-theme]){--accent:#e0a33a;--accent-press:#e4b056;--link:#7a1f33;--focus:#7a1f33}}' +
        '@media (prefers-color-scheme:dark){:root:not([data-theme]){--accent:#e0a33a;--accent-press:#e4b056}}',
    );
  });

  test.each(['wine-x.css', 'wine-x-x-x-x-x-x-red.css', 'beer-x-x-x-x-x-x-x.css', '../wine-x-x-x-x-x-x-x.css', ''])(
    'is not made for %j',
    (name) => {
      expect(themeSheet(name)).toBeNull();
    },
  );
});
