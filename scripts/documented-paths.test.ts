import { expect, test } from 'vitest';
import { findMissing, linksIn, pathsIn, scriptsIn } from './documented-paths.ts';

test('the documentation names only files, links and scripts that exist', () => {
  expect(findMissing()).toEqual([]);
});

test('reads paths in backticks, but no examples', () => {
  expect(pathsIn('`src/server/main.ts:12`, `docs/` and `src/routes/<layout>/`, `NODE_ENV`')).toEqual(['src/server/main.ts', 'docs/']);
});

test('reads links to files, but no addresses and no code', () => {
  expect(linksIn('[a](guides/run.md#start) [b](https://example.com) `[c](/wines)` [d](#here)')).toEqual(['guides/run.md']);
});

test('reads scripts of commands', () => {
  expect(scriptsIn('`npm run test:unit`, then npm run cli -- import')).toEqual(['test:unit', 'cli']);
});
