import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ASSETS = new URL('../../build/client/assets/', import.meta.url);

test('does not send the list of common passwords to browsers', async () => {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));

  const scripts = await Promise.all(names.map((name) => readFile(new URL(name, ASSETS), 'utf8')));

  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((_, index) => /qwertyuiop|1qaz2wsx/.test(scripts[index] ?? ''))).toEqual([]);
});
