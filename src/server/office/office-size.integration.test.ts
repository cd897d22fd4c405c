/** Size of the office's screens, from the build. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const ASSETS = join(fileURLToPath(new URL('../../..', import.meta.url)), 'build/office/assets');
/** Largest brotli size of what a screen loads, in bytes. */
const MAX_SCREEN = 300 * 1024;
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const LAZY_IMPORT = /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g;

const sources = new Map<string, string>();
const sizes = new Map<string, number>();

beforeAll(async () => {
  for (const name of await readdir(ASSETS)) {
    if (!name.endsWith('.js')) continue;
    sources.set(name, await readFile(join(ASSETS, name), 'utf8'));
    sizes.set(name, (await stat(join(ASSETS, `${name}.br`)).catch(() => stat(join(ASSETS, name)))).size);
  }
});

const named = (name: string, pattern: RegExp): readonly string[] =>
  [...(sources.get(name) ?? '').matchAll(pattern)].map(([, file = '']) => file);

/** Returns the files with everything that they import statically. */
function withImports(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) for (const imported of named(file, STATIC_IMPORT)) found.add(imported);
  return found;
}

const chunk = (name: string): string => {
  const file = [...sources.keys()].find((each) => each.startsWith(`${name}-`));
  if (file === undefined) throw new Error(`the build has no chunk ${name}`);
  return file;
};

describe('a screen of the office', () => {
  test('loads at most 300 KB of scripts', () => {
    const [start, frame] = [chunk('index'), chunk('layout')];
    const screens = named(start, LAZY_IMPORT).filter((name) => name !== frame);
    expect(screens.length).toBeGreaterThan(10);
    const heavy = screens
      .map((screen) => [screen, [...withImports([start, frame, screen])].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)] as const)
      .filter(([, bytes]) => bytes > MAX_SCREEN);
    expect(heavy).toEqual([]);
  });

  test('loads the library of charts when it shows one', () => {
    const screens = named(chunk('index'), LAZY_IMPORT);
    expect(screens.filter((screen) => withImports([screen]).has(chunk('charts')))).toEqual([]);
  });
});
