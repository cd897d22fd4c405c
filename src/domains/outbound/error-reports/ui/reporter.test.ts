// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { Notice } from '../model/notice.ts';

vi.mock('./breadcrumbs.ts', () => ({ startBreadcrumbs: () => () => [] }));
const { createReporter } = await import('./reporter.ts');

function scripted(send: (notice: Notice) => Promise<string | null> = async () => 'id') {
  const sent: Notice[] = [];
  const reporter = createReporter({
    send: (notice) => {
      sent.push(notice);
      return send(notice);
    },
    breadcrumbs: () => [],
    url: () => 'https://shop.example/cart',
    now: () => new Date(0),
  });
  return { reporter, sent };
}

test('reports at most five errors of a page [ERR-5]', () => {
  const { reporter, sent } = scripted();
  for (let index = 0; index < 9; index += 1) reporter.report({ error: new Error(`fault ${index}`) });
  expect(sent.map(({ error }) => error.message)).toEqual(['fault 0', 'fault 1', 'fault 2', 'fault 3', 'fault 4']);
});

test('reports the same error once', () => {
  const { reporter, sent } = scripted();
  for (let index = 0; index < 3; index += 1) reporter.report({ error: new Error('again'), action: 'GET /api/x', status: 400 });
  expect(sent).toMatchObject([{ request: { action: 'GET /api/x', context: { status: 400 } } }]);
});

test('returns the id of a sent report, and none if sending failed', async () => {
  const error = new Error('a');
  const there = scripted();
  there.reporter.report({ error });
  expect(await there.reporter.idOf(error)).toBe('id');
  const offline = scripted(() => Promise.reject(new Error('offline')));
  offline.reporter.report({ error });
  expect(await offline.reporter.idOf(error)).toBeNull();
});
