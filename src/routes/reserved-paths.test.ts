import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { RESERVED_SLUGS } from '#domains/content/model/templates.ts';
import routes from '../routes.ts';

/** Lists the paths of all pages below layouts without a path. */
const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => (path === undefined ? pathsOf(children ?? []) : [path]));

test('content pages may not have the path of a page of the shop', async () => {
  const own = pathsOf(await routes).filter((path) => /^[^/:*]+(\/\*)?$/.test(path));

  expect([...RESERVED_SLUGS]).toEqual([...new Set(own.map((path) => path.replace('/*', '')))].sort());
});
