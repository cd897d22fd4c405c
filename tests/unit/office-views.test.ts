/** Every screen of the office is captured. */
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '#routes/office/routes.tsx';
import type { OfficePlaces } from '#tests/screenshots/office/office-shops.ts';
import { OFFICE_VIEWS } from '#tests/screenshots/office/office-views.ts';

const PLACES: OfficePlaces = {
  order: '1',
  toCollect: '1',
  ready: '1',
  draft: '1',
  customer: '1',
  member: '1',
  giftCard: '1',
  picture: '1',
  entry: '1',
  claim: '1',
  delivery: '1',
  count: '1',
  mapped: '1',
  compared: '1',
  imported: '1',
};

/** Lists the paths of the screens. The first screen leads to another one. */
const pathsIn = (within: readonly RouteObject[]): string[] =>
  within.flatMap((route) => (route.children ? pathsIn(route.children) : route.path === undefined ? [] : [route.path]));

test('every screen of the office has a view', () => {
  const captured = OFFICE_VIEWS.map(({ path }) => (typeof path === 'string' ? path : path(PLACES))).map(
    (path) => matchRoutes(routes, path.split('?')[0] ?? '')?.at(-1)?.route.path,
  );

  expect(pathsIn(routes).filter((path) => !captured.includes(path))).toEqual([]);
});

test('the names of views are unique', () => {
  const names = OFFICE_VIEWS.map(({ name }) => name);

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
