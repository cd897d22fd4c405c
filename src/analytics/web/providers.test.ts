import { afterEach, expect, test, vi } from 'vitest';
import { memoryValues } from '../../platform/web/local-values.ts';
import { collectorProvider } from './collector-provider.ts';
import { insightOf } from './insights-provider.ts';
import type { Outgoing } from './provider.ts';
import { trackerProvider } from './tracker-provider.ts';
import { visitorOf } from './visitor.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const outgoing = (type: 'track' | 'page', name: string, properties: Readonly<Record<string, unknown>> = {}): Outgoing => ({
  type,
  name,
  properties,
  timestamp: '2026-11-21T00:00:00.000Z',
  messageId: `id of ${name}`,
});

test('the tracker is told of every page but the first, which it sees by itself (SPEC.md §2)', () => {
  const pushed: unknown[] = [];
  const load = vi.fn();
  vi.stubGlobal('window', { _hsq: { push: (command: unknown) => pushed.push(command) } });
  const tracker = trackerProvider(load);
  for (const path of ['/', '/wines', '/cart']) tracker.event(outgoing('page', '', { path }));
  tracker.event(outgoing('track', 'Search'));
  expect(pushed).toEqual([['setPath', '/wines'], ['trackPageView'], ['setPath', '/cart'], ['trackPageView']]);
  expect(load).toHaveBeenCalledOnce();
});

test.each([
  ['Product Viewed', { eventType: 'view' }],
  ['Product Clicked', { eventType: 'click' }],
  ['Product Added', { eventType: 'conversion', eventSubtype: 'addToCart' }],
])('%s is an insight', (name, kind) => {
  const insight = insightOf(outgoing('track', name, { offer_id: 'o-1' }), 'index', 'me');
  expect(insight).toEqual({
    ...kind,
    eventName: name,
    index: 'index',
    userToken: 'me',
    timestamp: Date.UTC(2026, 10, 21),
    objectIDs: ['o-1'],
  });
});

test('what cannot be sent goes with the next connection, and at unload by beacon or into the browser’s storage', async () => {
  vi.useFakeTimers();
  const values = memoryValues({ ajs_anonymous_id: '"me"' });
  const sent: string[] = [];
  let status = 0;
  const ports = (beacon: boolean) => ({
    writeKey: 'key',
    visitor: visitorOf(values),
    values,
    post: async (body: string) => {
      sent.push(body);
      return status;
    },
    beacon: () => beacon,
    context: () => ({}),
    newId: () => 'id',
  });
  const idsIn = (body: string | undefined) =>
    (JSON.parse(body ?? '{"batch":[]}') as { batch: { messageId: string }[] }).batch.map((row) => row.messageId);
  const page = collectorProvider(ports(false));
  page.event(outgoing('track', 'Search'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(1);
  page.flush?.('leaving');
  status = 200;
  const next = collectorProvider(ports(true));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(idsIn(sent.at(-1))).toEqual(['id of Search']);
  next.flush?.('leaving');
  expect(values.read('analytics-queue')).toBeNull();
});
