import { describe, expect, test } from 'vitest';
import { styledClasses, styleViolations } from './style-rules.ts';

const CART = 'src/domains/selling/cart/ui';
const component = (...classes: string[]): string => `export const Part = () => <p className="${classes.join(' ')}" />;\n`;
const sheet = (rules: string, layer = 'components'): string => `@layer ${layer} {\n  ${rules}\n}\n`;

const ENTRY = 'src/routes/_layout/stylesheet.css';
const importing = (paths: readonly string[]): string =>
  paths
    .filter((path) => path.endsWith('.css'))
    .map((path) => `@import "#${path.slice('src/'.length)}";\n`)
    .join('');

/** Returns the violations of an invented tree as `path rule`. */
const broken = (tree: Readonly<Record<string, string>>): string[] =>
  styleViolations(Object.entries({ ...tree, [ENTRY]: importing(Object.keys(tree)) }).map(([path, text]) => ({ path, text }))).map(
    ({ path, rule }) => `${path} ${rule}`,
  );

test('lists the classes in selectors, not in values or comments', () => {
  expect(
    styledClasses('/* .a {} */ .line > b:not(.is-last) { background: url("./c.svg"); } @media print { .d { width: 1.5em; } }'),
  ).toEqual(['line', 'is-last', 'd']);
});

describe('allowed', () => {
  test('a sheet that styles its own components and the design system', () => {
    expect(
      broken({
        [`${CART}/Line.tsx`]: `import './Line.css';\n${component('line')}`,
        [`${CART}/Line.css`]: `@import "#ui/styles/breakpoints.css";\n\n${sheet('.line .button { } @media (--phone) { .line { } }')}`,
        'src/ui/styles/button.css': sheet('.button { }'),
        'src/domains/selling/clubs/ui/Join.tsx': `import '#ui/styles/button.css';\n${component('button')}`,
      }),
    ).toEqual([]);
  });

  test('a class that is put together', () => {
    const text = 'export const state = (name: string) => `state is-' + '${name}`;\n';
    expect(broken({ [`${CART}/Line.tsx`]: text, [`${CART}/Line.css`]: sheet('.state.is-paused { }') })).toEqual([]);
  });
});

describe('violations', () => {
  test.each([
    { name: 'no layer', text: '.line { }\n', rule: 'has rules outside of a cascade layer' },
    { name: 'a rule outside of its layer', text: `${sheet('.line { }')}.line { }\n`, rule: 'has rules outside of a cascade layer' },
    { name: 'the layer of pages in a domain', text: sheet('.line { }', 'pages'), rule: 'is in the layer pages, not in components' },
    {
      name: 'a width',
      text: sheet('@media (max-width: 700px) { .line { } }'),
      rule: '@media (max-width: 700px) is not a breakpoint of src/ui/styles/breakpoints.css',
    },
    {
      name: 'another sheet',
      text: `@import "./Total.css";\n${sheet('.line { }')}`,
      rule: 'imports ./Total.css; a sheet imports only the breakpoints',
    },
    {
      name: 'a class of another domain',
      text: sheet('.card .line { }'),
      rule: '.card is of no component of selling/cart and not in src/ui/styles',
    },
  ])('$name', ({ text, rule }) => {
    const tree = { [`${CART}/Line.tsx`]: component('line'), 'src/domains/catalogue/ui/Card.tsx': component('card') };
    expect(broken({ ...tree, [`${CART}/Line.css`]: text })).toEqual([`${CART}/Line.css ${rule}`]);
  });

  test('a class that nobody uses, in the design system', () => {
    expect(broken({ 'src/ui/styles/button.css': sheet('.button { }') })).toEqual(['src/ui/styles/button.css .button is not used']);
  });

  test("a component that imports another domain's sheet", () => {
    const path = 'src/domains/selling/clubs/ui/Join.tsx';
    expect(broken({ [path]: "import '#domains/selling/cart/ui/Line.css';\n" })).toEqual([
      `${path} imports #domains/selling/cart/ui/Line.css, a sheet of selling/cart`,
    ]);
  });

  test('a sheet that nothing imports', () => {
    const files = [
      { path: `${CART}/Line.tsx`, text: component('line') },
      { path: `${CART}/Line.css`, text: sheet('.line { }') },
    ];
    expect(styleViolations(files)).toEqual([{ path: `${CART}/Line.css`, rule: 'is imported nowhere' }]);
  });
});
