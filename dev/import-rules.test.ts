import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breaches, importsOf, ROWS } from './import-rules.ts';

/** The rules that an invented tree breaks, as `path:line rule`. */
const broken = (tree: Readonly<Record<string, string>>): string[] =>
  breaches(Object.entries(tree).map(([path, text]) => ({ path, text }))).map(({ path, line, rule }) => `${path}:${line} ${rule}`);

const importing = (specifier: string): string => `import { a } from '${specifier}';\n`;

describe('who may import whom', () => {
  test.each([
    { name: 'a root, its own roots', path: 'src/cart/totals.ts', specifier: './cart.ts' },
    { name: 'a root, a root below', path: 'src/cart/totals.ts', specifier: '../coupons/discounts.ts' },
    { name: 'a root, zod', path: 'src/cart/contract.ts', specifier: 'zod' },
    { name: 'a server, its root', path: 'src/cart/server/handlers.ts', specifier: '../cart.ts' },
    { name: 'a server, a server below', path: 'src/cart/server/handlers.ts', specifier: '../../platform/server/database/pool.ts' },
    { name: 'a server, a package', path: 'src/cart/server/handlers.ts', specifier: 'node:crypto' },
    { name: 'a web part, a web part below', path: 'src/cart/web/CartPage.tsx', specifier: '../../ui/web/Icon.tsx' },
    { name: 'a web part, a stylesheet', path: 'src/cart/web/CartPage.tsx', specifier: './cart.css' },
    { name: 'a web part, what the router generates', path: 'src/cart/web/CartPage.tsx', specifier: './+types/CartPage' },
    { name: 'app, any domain', path: 'src/app/server/endpoints.ts', specifier: '../../account/server/handlers.ts' },
    { name: 'the router’s files, app', path: 'src/root.tsx', specifier: './app/web/SiteFrame.tsx' },
    { name: 'a test, a package', path: 'src/cart/totals.test.ts', specifier: 'vitest' },
    { name: 'a test, the tools of dev', path: 'src/cart/totals.test.ts', specifier: '../../dev/testing/carts.ts' },
    { name: 'a test, both faces of its domain', path: 'src/cart/web/cart-store.test.ts', specifier: '../server/handlers.ts' },
    { name: 'a tool of tests, the tools of dev', path: 'src/cart/web/testing/shop.ts', specifier: '../../../../dev/testing/shop.ts' },
    { name: 'a tool of dev, anything', path: 'dev/testing/shop.ts', specifier: '../../src/app/server/server.ts' },
  ])('$name: yes', ({ path, specifier }) => {
    expect(broken({ [path]: importing(specifier) })).toEqual([]);
  });

  test.each([
    { name: 'a root, its server', path: 'src/cart/totals.ts', specifier: './server/handlers.ts', rule: 'root may not import server' },
    { name: 'a root, its web', path: 'src/cart/totals.ts', specifier: './web/CartPage.tsx', rule: 'root may not import web' },
    {
      name: 'a root, a package',
      path: 'src/cart/totals.ts',
      specifier: 'pg',
      rule: 'root files are pure: of packages they may import zod, not pg',
    },
    {
      name: 'a root, node',
      path: 'src/cart/totals.ts',
      specifier: 'node:fs',
      rule: 'root files are pure: of packages they may import zod, not node:fs',
    },
    { name: 'a server, its web', path: 'src/cart/server/handlers.ts', specifier: '../web/CartPage.tsx', rule: 'server may not import web' },
    {
      name: 'a web part, its server',
      path: 'src/cart/web/CartPage.tsx',
      specifier: '../server/handlers.ts',
      rule: 'web may not import server',
    },
    {
      name: 'a web part, another’s server',
      path: 'src/cart/web/CartPage.tsx',
      specifier: '../../catalogue/server/offer-reader.ts',
      rule: 'web may not import server',
    },
    {
      name: 'app’s web, a server',
      path: 'src/app/web/pages/HomePage.tsx',
      specifier: '../../server/server.ts',
      rule: 'web may not import server',
    },
    { name: 'a domain, app', path: 'src/cart/web/CartPage.tsx', specifier: '../../app/web/head.ts', rule: 'nothing imports app' },
    { name: 'a domain, the router’s files', path: 'src/cart/web/CartPage.tsx', specifier: '../../root.tsx', rule: 'nothing imports app' },
    {
      name: 'a domain, one above',
      path: 'src/catalogue/hit.ts',
      specifier: '../cart/cart.ts',
      rule: 'catalogue may not import cart, which stands above it',
    },
    {
      name: 'a domain, one beside',
      path: 'src/coupons/discounts.ts',
      specifier: '../shipping/fees.ts',
      rule: 'coupons may not import shipping, which stands beside it',
    },
    {
      name: 'a test, a domain above',
      path: 'src/catalogue/hit.test.ts',
      specifier: '../cart/cart.ts',
      rule: 'catalogue may not import cart, which stands above it',
    },
    {
      name: 'the shop, the tools of dev',
      path: 'src/cart/server/handlers.ts',
      specifier: '../../../dev/testing/carts.ts',
      rule: 'the shop may not import dev/testing/carts.ts, which is outside of src',
    },
  ])('$name: no', ({ path, specifier, rule }) => {
    expect(broken({ [path]: `\n${importing(specifier)}` })).toEqual([`${path}:2 ${rule}`]);
  });
});

describe('importsOf', () => {
  test.each([
    { name: 'a default import', text: "import a from './a.ts';", found: ['./a.ts:1'] },
    { name: 'a type import', text: "import type { A } from './a.ts';", found: ['./a.ts:1'] },
    { name: 'an import of many lines, by the line that names it', text: "import {\n  a,\n  b,\n} from './a.ts';", found: ['./a.ts:4'] },
    { name: 'an import for its effect', text: "\nimport './a.css';", found: ['./a.css:2'] },
    { name: 'an export from elsewhere', text: "export * from './a.ts';\nexport { b } from './b.ts';", found: ['./a.ts:1', './b.ts:2'] },
    {
      name: 'imports when they are needed',
      text: "const [a, b] = [import('./a.ts'), await import('./b.ts')];",
      found: ['./a.ts:1', './b.ts:1'],
    },
    { name: 'the type of a module', text: "let a: typeof import('./a.ts');", found: ['./a.ts:1'] },
    { name: 'double quotes', text: 'import a from "./a.ts";', found: ['./a.ts:1'] },
    { name: 'nothing in comments', text: "// import a from './a.ts';\n/**\n * import('./b.ts')\n */", found: [] },
    { name: 'lines are counted through comments', text: "/** A\n * b\n */\n\n// c\n\nimport a from './a.ts';", found: ['./a.ts:7'] },
    { name: 'nothing in an export of one’s own', text: "export const from = 'here';\nexport const b = Array.from('abc');", found: [] },
  ])('$name', ({ text, found }) => {
    expect(importsOf(text).map(({ specifier, line }) => `${specifier}:${line}`)).toEqual(found);
  });
});

describe('the shape of files', () => {
  test.each([
    { name: 'as long as may be', path: 'src/cart/totals.ts', text: 'a;\n'.repeat(400), rules: [] },
    {
      name: 'a line longer',
      path: 'src/cart/totals.ts',
      text: 'a;\n'.repeat(401),
      rules: ['src/cart/totals.ts:401 401 lines; no file has more than 400'],
    },
    {
      name: 'without an end of line',
      path: 'e2e/buy.story.ts',
      text: `${'a;\n'.repeat(400)}a;`,
      rules: ['e2e/buy.story.ts:401 401 lines; no file has more than 400'],
    },
    {
      name: 'a folder named utils',
      path: 'src/cart/utils/sum.ts',
      text: '',
      rules: ['src/cart/utils/sum.ts:1 files and folders are named after what they do, not utils or helpers'],
    },
    {
      name: 'a file named helpers',
      path: 'dev/helpers.ts',
      text: '',
      rules: ['dev/helpers.ts:1 files and folders are named after what they do, not utils or helpers'],
    },
    {
      name: 'a domain without a row',
      path: 'src/beer/beer.ts',
      text: '',
      rules: ['src/beer/beer.ts:1 beer has no row in dev/import-rules.ts'],
    },
  ])('$name', ({ path, text, rules }) => {
    expect(broken({ [path]: text })).toEqual(rules);
  });
});

describe('the rows', () => {
  test('name each domain once, app last', () => {
    const named = ROWS.flat();
    expect(new Set(named).size).toBe(named.length);
    expect(ROWS.at(-1)).toEqual(['app']);
  });

  test('every domain of the shop has a row', () => {
    const domains = readdirSync(new URL('../src', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(domains.map(({ name }) => name).filter((name) => !ROWS.flat().includes(name))).toEqual([]);
  });

  test('two domains never import each other', () => {
    const names = ROWS.flat().filter((name) => name !== 'app');
    for (const one of names) {
      for (const other of names.filter((name) => name !== one)) {
        const both = { [`src/${one}/a.ts`]: importing(`../${other}/b.ts`), [`src/${other}/b.ts`]: importing(`../${one}/a.ts`) };
        expect([one, other, broken(both).length > 0]).toEqual([one, other, true]);
      }
    }
  });
});
