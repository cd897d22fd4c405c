/** Keeps docs/guides/extend-the-shop.md true: applies its examples to a copy of the source, checks the types, builds and uses it. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyDiff, createSourceCopy, examplesIn, type SourceCopy } from './source-copy.ts';

const GUIDE = new URL('../../docs/guides/extend-the-shop.md', import.meta.url);
const MINUTES = 60_000;

let copy: SourceCopy;
beforeAll(async () => {
  copy = await createSourceCopy();
  await copy.apply(examplesIn(await readFile(GUIDE, 'utf8')));
}, 2 * MINUTES);
afterAll(() => copy?.remove());

test('rejects an example whose present lines are not in the file', () => {
  expect(applyDiff('one\ntwo\n', ' one\n+more\n')).toBe('one\nmore\ntwo\n');
  expect(() => applyDiff('one\ntwo\n', ' three\n+more\n')).toThrow('there 0 times');
});

test(
  'the examples of the guide compile and keep the import and market rules',
  async () => {
    await expect(copy.run(['node_modules/@react-router/dev/bin.cjs', 'typegen'])).resolves.toMatchObject({ code: 0 });
    for (const args of [['node_modules/typescript/bin/tsc', '-b'], ['scripts/import-rules.ts'], ['scripts/market-literals.ts']]) {
      const { code, output } = await copy.run(args);
      expect(code, output).toBe(0);
    }
  },
  15 * MINUTES,
);

test(
  'a shop with the examples sells in a third market, takes payments by a third gateway, and has the page, call, setting and job',
  async () => {
    const built = await copy.run(['node_modules/@react-router/dev/bin.cjs', 'build']);
    expect(built.code, built.output).toBe(0);

    const { code, output } = await copy.run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/examples/vitest.config.ts']);

    expect(code, output).toBe(0);
  },
  20 * MINUTES,
);
