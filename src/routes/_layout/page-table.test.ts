import { describe, expect, test } from 'vitest';
import { type BuiltRoute, createPageTable } from './page-table.ts';

const shared = { cache: 'shared', robots: 'index' } as const;
const personal = { cache: 'personal', robots: 'noindex' } as const;
const route = (id: string, path: string | undefined, handle: unknown, parentId = 'root'): BuiltRoute => ({
  id,
  parentId,
  ...(path === undefined ? {} : { path }),
  module: { handle },
});
const tableOf = (...routes: BuiltRoute[]) =>
  createPageTable(Object.fromEntries([{ id: 'root', path: '', module: {} }, ...routes].map((one) => [one.id, one])));

const NOT_FOUND = route('not-found', '*', { ...shared, robots: 'noindex' });

describe('createPageTable', () => {
  test('lists every page with its whole path and the handle of its module', () => {
    const { pages } = tableOf(
      { ...route('home', undefined, shared), index: true },
      route('layout', undefined, undefined),
      route('offer', 'wines/:offer', shared, 'layout'),
      NOT_FOUND,
    );

    expect(pages).toEqual([
      { id: 'home', path: '', handle: shared },
      { id: 'offer', path: 'wines/:offer', handle: shared },
      { id: 'not-found', path: '*', handle: { ...shared, robots: 'noindex' } },
    ]);
  });

  test('gives a page without a handle that of its closest layout', () => {
    const { find } = tableOf(
      route('account', 'account', personal),
      route('orders', 'orders', undefined, 'account'),
      route('faq', 'faq', shared, 'account'),
      NOT_FOUND,
    );

    expect(find('/account/orders')).toEqual({ id: 'orders', path: 'account/orders', handle: personal });
    expect(find('/account/faq').handle).toBe(shared);
  });

  test('rejects a page without a handle', () => {
    expect(() => tableOf(route('cart', 'cart', undefined), NOT_FOUND)).toThrow('The route cart exports no handle.');
  });

  test('rejects routes that leave a path without a page', () => {
    expect(() => tableOf(route('cart', 'cart', shared))).toThrow('No page matches every path.');
  });

  test('lists patterns of pages that are not prefetched, a layout with all of its pages', () => {
    const { unprefetched } = tableOf(
      route('account', 'account', { ...shared, prefetch: false }),
      route('orders', 'orders', undefined, 'account'),
      route('order', 'order/:id', personal),
      route('wines', 'wines', shared),
      NOT_FOUND,
    );

    expect(unprefetched).toEqual(['/account/*', '/order/:id']);
  });
});
