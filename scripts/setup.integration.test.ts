import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Fake npm: records its arguments and creates the files that the real one creates. */
const NPM = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const [verb, script] = process.argv.slice(2);
appendFileSync('asked', (verb === 'run' ? script : verb) + '\\n');
if (existsSync('npm-fails')) { console.error('the reason'); process.exit(1); }
if (verb === 'ci') { mkdirSync('node_modules', { recursive: true }); copyFileSync('package-lock.json', 'node_modules/.package-lock.json'); }
if (verb === 'run') appendFileSync('environments', process.env.NODE_ENV + '\\n');
if (script === 'build') { mkdirSync('build/client', { recursive: true }); mkdirSync('build/server', { recursive: true }); writeFileSync('build/server/index.js', ''); }
if (script === 'build:office') { mkdirSync('build/office', { recursive: true }); writeFileSync('build/office/index.html', ''); }
`;

const lockOf = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/corkscrew': { version } } });

let project: string;

const put = (file: string, text: string) => {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
};

/** Runs setup and returns the npm calls since the last run. */
function ready(...flags: readonly string[]) {
  rmSync(join(project, 'asked'), { force: true });
  const env = { ...process.env, npm_execpath: join(project, 'npm-cli.js') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'scripts/setup.mjs'), ...flags], { env, encoding: 'utf8' });
  const requested = existsSync(join(project, 'asked')) ? readFileSync(join(project, 'asked'), 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, asked: requested };
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'ready to start '));
  const scripts = fileURLToPath(new URL('.', import.meta.url));
  cpSync(join(scripts, 'setup'), join(project, 'scripts/setup'), { recursive: true });
  cpSync(join(scripts, 'setup.mjs'), join(project, 'scripts/setup.mjs'));
  put('npm-cli.js', NPM);
  put('package-lock.json', lockOf('1.0.0'));
  put('src/domains/selling/cart/ui/CartPage.tsx', 'page');
  put('src/domains/selling/cart/server/handlers.ts', 'handlers');
  put('src/domains/selling/cart/model/cart.test.ts', 'test');
});

afterEach(() => rmSync(project, { recursive: true }));

describe('first start', () => {
  test('installs and builds with a line each, and does nothing the next time', () => {
    const first = ready();
    expect(first.asked).toEqual(['ci', 'build', 'build:office']);
    expect(first.stdout).toMatch(/^Installing packages … \d+\.\d s\nBuilding the pages … \d+\.\d s\nBuilding the office … \d+\.\d s\n$/);
    expect(ready()).toEqual({ status: 0, stdout: '', stderr: '', asked: [] });
  });

  test('builds for production, whatever NODE_ENV says', () => {
    ready();
    expect(readFileSync(join(project, 'environments'), 'utf8')).toBe('production\nproduction\n');
  });

  test('installs without building for the development server', () => {
    expect(ready('--dev').asked).toEqual(['ci']);
  });

  test('rejects an unknown option', () => {
    expect(ready('--tset')).toMatchObject({ status: 1, stderr: expect.stringContaining('--tset'), asked: [] });
  });
});

describe('changes that repeat a step', () => {
  const cases: readonly (readonly [string, () => void, readonly string[]])[] = [
    ['a page changed', () => put('src/domains/selling/cart/ui/CartPage.tsx', 'other'), ['build', 'build:office']],
    ['a page was added', () => put('src/domains/selling/cart/ui/Cart.css', ''), ['build', 'build:office']],
    ['a layout of the shop changed', () => put('src/routes/_shop/ShopLayout.tsx', 'other'), ['build']],
    ['a screen of the office changed', () => put('src/domains/selling/cart/ui/office/CartsScreen.tsx', 'other'), ['build:office']],
    ['a page went away', () => rmSync(join(project, 'src/domains/selling/cart/ui/CartPage.tsx')), ['build', 'build:office']],
    ['a page was touched but is the same', () => utimesSync(join(project, 'src/domains/selling/cart/ui/CartPage.tsx'), 1, 1), []],
    ['a server file changed', () => put('src/domains/selling/cart/server/handlers.ts', 'other'), []],
    ['a test changed', () => put('src/domains/selling/cart/model/cart.test.ts', 'other'), []],
    ['the build went away', () => rmSync(join(project, 'build/client'), { recursive: true }), ['build']],
    ['the build of the office went away', () => rmSync(join(project, 'build/office'), { recursive: true }), ['build:office']],
    ['the packages went away', () => rmSync(join(project, 'node_modules'), { recursive: true }), ['ci']],
    ['the lock file names another version', () => put('package-lock.json', lockOf('2.0.0')), ['ci', 'build', 'build:office']],
    [
      'the lock file looks different and names the same',
      () => appendFileSync(join(project, 'package-lock.json'), '\n'),
      ['build', 'build:office'],
    ],
  ];

  test.each(cases)('%s', (_name, change, requested) => {
    ready();
    change();
    expect(ready().asked).toEqual(requested);
    expect(ready().asked, 'and once only').toEqual([]);
  });

  test('prints the output of a failed step and repeats it', () => {
    ready();
    put('src/domains/selling/cart/ui/CartPage.tsx', 'broken');
    put('npm-fails', '');
    const failed = ready();
    expect(failed).toMatchObject({ status: 1, asked: ['build'] });
    expect(failed.stderr).toMatch(/the reason\n\nBuilding the pages failed: npm run build \(code 1\)/);
    rmSync(join(project, 'npm-fails'));
    expect(ready().asked).toEqual(['build', 'build:office']);
  });
});
