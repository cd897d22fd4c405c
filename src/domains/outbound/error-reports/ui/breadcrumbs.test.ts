import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBreadcrumbs } from './breadcrumbs.ts';

const listeners: ((event: { target: unknown }) => void)[] = [];
const page = { pathname: '/wines', href: 'https://shop.example/wines' };
const { warn, error } = console;

/** The part of an element that breadcrumbs read. */
class Control {
  readonly tagName = 'INPUT';
  readonly classList = ['input'];
  readonly value = 'grace@example.com';
  closest = () => this;
  getAttribute = (name: string): string | null => (name === 'name' ? 'email' : null);
}

beforeEach(() => {
  console.warn = () => {};
  console.error = () => {};
  vi.stubGlobal('Element', Control);
  vi.stubGlobal('location', page);
  vi.stubGlobal('document', { addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener) });
  vi.stubGlobal('window', {
    fetch: async (address: string) => {
      if (address.includes('away')) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 404 });
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(console, { warn, error });
});

test('keeps the last 40 breadcrumbs, oldest first [ERR-3]', async () => {
  const breadcrumbs = startBreadcrumbs();
  for (let step = 0; step < 50; step += 1) await window.fetch(`/api/step-${step}?email=grace@example.com`);
  expect(breadcrumbs()).toHaveLength(40);
  expect(breadcrumbs().map(({ message }) => message)).toEqual(Array.from({ length: 40 }, (_, at) => `GET /api/step-${at + 10}`));
});

test('records clicks, pages, calls and console messages, but no typed text', async () => {
  const breadcrumbs = startBreadcrumbs();
  listeners.at(-1)?.({ target: new Control() });
  page.pathname = '/cart';
  await window.fetch('/api/away', { method: 'POST', body: '{"password":"secret"}' }).catch(() => {});
  console.error('it', new RangeError('broke'));
  expect(breadcrumbs().map(({ category, message, metadata }) => [category, message, metadata])).toEqual([
    ['ui.click', 'input.input “email”', {}],
    ['navigation', 'Page changed', { from: '/wines', to: '/cart' }],
    ['request', 'POST /api/away', { status: 'no response' }],
    ['log', 'it broke', { level: 'error' }],
  ]);
  expect(JSON.stringify(breadcrumbs())).not.toMatch(/secret|grace/);
});
