import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importsOf, ROWS, violations } from './import-rules.ts';

/** Returns the violations of an invented tree as `path:line rule`. */
const broken = (tree: Readonly<Record<string, string>>): string[] =>
  violations(Object.entries(tree).map(([path, text]) => ({ path, text }))).map(({ path, line, rule }) => `${path}:${line} ${rule}`);

const importing = (specifier: string): string => `import { a } from '${specifier}';\n`;

const CART = 'src/domains/selling/cart';

describe('allowed imports', () => {
  test.each([
    { name: 'a model, its own models', path: `${CART}/model/totals.ts`, specifier: './cart.ts' },
    {
      name: 'a model, a model of a row below',
      path: `${CART}/model/totals.ts`,
      specifier: '#domains/selling/promotions/model/discounts.ts',
    },
    { name: 'the context of pages, the router', path: 'src/routes/page-context.ts', specifier: 'react-router' },
    { name: 'a contract, zod', path: `${CART}/contract.ts`, specifier: 'zod' },
    { name: 'a handler, its model', path: `${CART}/server/handlers.ts`, specifier: '../model/cart.ts' },
    { name: 'a handler, the database', path: `${CART}/server/handlers.ts`, specifier: '#lib/db/pool.ts' },
    { name: 'a handler, a package', path: `${CART}/server/handlers.ts`, specifier: 'node:crypto' },
    { name: 'a component, the design system', path: `${CART}/ui/CartPage.tsx`, specifier: '#ui/Icon.tsx' },
    { name: 'a component, a style sheet', path: `${CART}/ui/CartPage.tsx`, specifier: './cart.css' },
    { name: 'a component, types the router generates', path: `${CART}/ui/CartPage.tsx`, specifier: './+types/CartPage' },
    { name: 'the server, any domain', path: 'src/server/endpoints.ts', specifier: '#domains/customers/account/server/handlers.ts' },
    { name: 'the root route, the layout', path: 'src/root.tsx', specifier: './routes/_shop/ShopLayout.tsx' },
    { name: 'a test, a package', path: `${CART}/model/totals.test.ts`, specifier: 'vitest' },
    { name: 'a test, the fixtures', path: `${CART}/model/totals.test.ts`, specifier: '#tests/fixtures/carts.ts' },
    { name: 'a test, every layer of its domain', path: `${CART}/ui/cart-store.test.ts`, specifier: '../server/handlers.ts' },
    { name: 'a fixture inside a domain, the fixtures', path: `${CART}/ui/testing/shop.ts`, specifier: '#tests/fixtures/shop.ts' },
    { name: 'a fixture, anything', path: 'tests/fixtures/shop.ts', specifier: '#server/create-app.ts' },
  ])('$name: allowed', ({ path, specifier }) => {
    expect(broken({ [path]: importing(specifier) })).toEqual([]);
  });

  test.each([
    {
      name: 'a model, its server',
      path: `${CART}/model/totals.ts`,
      specifier: '../server/handlers.ts',
      rule: 'pure may not import server',
    },
    { name: 'a model, its components', path: `${CART}/model/totals.ts`, specifier: '../ui/CartPage.tsx', rule: 'pure may not import ui' },
    {
      name: 'a model, a package',
      path: `${CART}/model/totals.ts`,
      specifier: 'pg',
      rule: 'pure modules may import no package but zod, not pg',
    },
    {
      name: 'a model, node',
      path: `${CART}/model/totals.ts`,
      specifier: 'node:fs',
      rule: 'pure modules may import no package but zod, not node:fs',
    },
    {
      name: 'a handler, a component',
      path: `${CART}/server/handlers.ts`,
      specifier: '../ui/CartPage.tsx',
      rule: 'server may not import ui',
    },
    {
      name: 'a component, a handler',
      path: `${CART}/ui/CartPage.tsx`,
      specifier: '../server/handlers.ts',
      rule: 'ui may not import server',
    },
    {
      name: 'a component, a repository of another domain',
      path: `${CART}/ui/CartPage.tsx`,
      specifier: '#domains/catalogue/server/offer.repository.ts',
      rule: 'ui may not import server',
    },
    { name: 'a component, the database', path: `${CART}/ui/CartPage.tsx`, specifier: '#lib/db/pool.ts', rule: 'ui may not import server' },
    {
      name: 'a route, the server',
      path: 'src/routes/_shop/HomePage.tsx',
      specifier: '#server/create-app.ts',
      rule: 'ui may not import server',
    },
    { name: 'a domain, a route', path: `${CART}/ui/CartPage.tsx`, specifier: '#routes/_layout/head.ts', rule: 'nothing imports app' },
    {
      name: 'a domain, a domain of a row above',
      path: 'src/domains/catalogue/model/hit.ts',
      specifier: '#domains/selling/cart/model/cart.ts',
      rule: 'catalogue may not import selling/cart, which is in a row above',
    },
    {
      name: 'a domain, a domain of its row',
      path: 'src/domains/selling/promotions/model/discounts.ts',
      specifier: '#domains/selling/shipping/model/fees.ts',
      rule: 'selling/promotions may not import selling/shipping, which is in the same row',
    },
    {
      name: 'a package, the shop',
      path: 'packages/embedded-postgres/cluster.ts',
      specifier: '#lib/money.ts',
      rule: 'packages/embedded-postgres may not import lib, which is in a row above',
    },
    {
      name: 'the shop, a file inside a package',
      path: 'src/domains/catalogue/server/pictures/draw-offer.ts',
      specifier: '#packages/bottle-art/bottle.ts',
      rule: 'import packages/bottle-art by its index.ts',
    },
    {
      name: 'the shop, the fixtures',
      path: `${CART}/server/handlers.ts`,
      specifier: '#tests/fixtures/carts.ts',
      rule: 'the shop may not import tests/fixtures/carts.ts, which is outside of src and packages',
    },
    {
      name: 'a path that climbs two levels',
      path: `${CART}/ui/one-click/OneClick.tsx`,
      specifier: '../../model/cart.ts',
      rule: '../../model/cart.ts climbs two levels; import it by its # path',
    },
  ])('$name: not allowed', ({ path, specifier, rule }) => {
    expect(broken({ [path]: `\n${importing(specifier)}` })).toEqual([`${path}:2 ${rule}`]);
  });
});

describe('importsOf', () => {
  test.each([
    { name: 'a default import', text: "import a from './a.ts';", found: ['./a.ts:1'] },
    { name: 'a type import', text: "import type { A } from './a.ts';", found: ['./a.ts:1'] },
    { name: 'an import of many lines, by the line of its specifier', text: "import {\n  a,\n  b,\n} from './a.ts';", found: ['./a.ts:4'] },
    { name: 'an import for its side effect', text: "\nimport './a.css';", found: ['./a.css:2'] },
    { name: 'a re-export', text: "export * from './a.ts';\nexport { b } from './b.ts';", found: ['./a.ts:1', './b.ts:2'] },
    {
      name: 'dynamic imports',
      text: "const [a, b] = [import('./a.ts'), await import('./b.ts')];",
      found: ['./a.ts:1', './b.ts:1'],
    },
    { name: 'the type of a module', text: "let a: typeof import('./a.ts');", found: ['./a.ts:1'] },
    { name: 'double quotes', text: 'import a from "./a.ts";', found: ['./a.ts:1'] },
    { name: 'nothing in comments', text: "// import a from './a.ts';\n/**\n * import('./b.ts')\n */", found: [] },
    { name: 'lines are counted through comments', text: "/** A\n * b\n */\n\n// c\n\nimport a from './a.ts';", found: ['./a.ts:7'] },
    {
      name: 'nothing in an export without a specifier',
      text: "export const from = 'here';\nexport const b = Array.from('abc');",
      found: [],
    },
  ])('$name', ({ text, found }) => {
    expect(importsOf(text).map(({ specifier, line }) => `${specifier}:${line}`)).toEqual(found);
  });
});

describe('format of files', () => {
  test.each([
    { name: 'a file of 400 lines is allowed', path: `${CART}/model/totals.ts`, text: 'a;\n'.repeat(400), rules: [] },
    {
      name: 'a line more is not',
      path: `${CART}/model/totals.ts`,
      text: 'a;\n'.repeat(401),
      rules: [`${CART}/model/totals.ts:401 401 lines; no file has more than 400`],
    },
    {
      name: 'a last line without a line break counts',
      path: 'tests/e2e/buy.spec.ts',
      text: `${'a;\n'.repeat(400)}a;`,
      rules: ['tests/e2e/buy.spec.ts:401 401 lines; no file has more than 400'],
    },
    {
      name: 'no folder is named utils',
      path: `${CART}/model/utils/sum.ts`,
      text: '',
      rules: [`${CART}/model/utils/sum.ts:1 files and folders are named after what they do, not utils or helpers`],
    },
    {
      name: 'no file is named helpers',
      path: 'scripts/helpers.ts',
      text: '',
      rules: ['scripts/helpers.ts:1 files and folders are named after what they do, not utils or helpers'],
    },
    {
      name: 'every domain has a row',
      path: 'src/domains/beer/model/beer.ts',
      text: '',
      rules: ['src/domains/beer/model/beer.ts:1 beer has no row in scripts/import-rules.ts'],
    },
  ])('$name', ({ path, text, rules }) => {
    expect(broken({ [path]: text })).toEqual(rules);
  });
});

describe('domain rows', () => {
  test('name each domain once, app last', () => {
    const named = ROWS.flat();
    expect(new Set(named).size).toBe(named.length);
    expect(ROWS.at(-1)).toEqual(['app']);
  });

  test('include every domain of the shop', () => {
    const domains = fileURLToPath(new URL('../src/domains', import.meta.url));
    const paths = readdirSync(domains, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `src/domains/${entry.parentPath.slice(domains.length + 1)}/${entry.name}`.replaceAll('\\', '/'));
    const rules = violations(paths.map((path) => ({ path, text: '' }))).map(({ rule }) => rule);
    expect([...new Set(rules)]).toEqual([]);
  });

  test('never allow imports between two domains in both directions', () => {
    const names = ROWS.flat().filter((name) => name !== 'app');
    const folderOf = (name: string): string => (/^(?:packages\/|lib$|ui$|markets$)/.test(name) ? name : `domains/${name}/model`);
    const pathOf = (name: string, file: string): string => `${name.startsWith('packages/') ? '' : 'src/'}${folderOf(name)}/${file}`;
    for (const one of names) {
      for (const other of names.filter((name) => name !== one)) {
        const both = {
          [pathOf(one, 'a.ts')]: importing(`#${folderOf(other)}/b.ts`),
          [pathOf(other, 'b.ts')]: importing(`#${folderOf(one)}/a.ts`),
        };
        expect([one, other, broken(both).length > 0]).toEqual([one, other, true]);
      }
    }
  });
});
