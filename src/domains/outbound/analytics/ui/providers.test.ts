import { createInsightsClient, type InsightsClient } from 'search-insights';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { collectorProvider } from './collector-provider.ts';
import { recordImpressions } from './impressions.ts';
import { insightOf, insightsProvider } from './insights-provider.ts';
import type { Outgoing } from './provider.ts';
import { trackerProvider } from './tracker-provider.ts';
import { getVisitor } from './visitor.ts';

interface AfterSearch {
  readonly index: string;
  readonly queryID: string;
  readonly objectIDs: string[];
  readonly timestamp: number;
}

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

test('pushes every page view to the tracker except the first, which it counts itself [ANA-4]', () => {
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
])('sends %s as an insight', (name, kind) => {
  const insight = insightOf(outgoing('track', name, { offer_id: 'o-1' }), 'index', 'me', '/');
  expect(insight).toEqual({
    ...kind,
    eventName: name,
    index: 'index',
    userToken: 'me',
    timestamp: Date.UTC(2026, 10, 21),
    objectIDs: ['o-1'],
  });
});

test('sends which hit of a search was opened or added, with query id, index and position', () => {
  recordImpressions({ queryID: 'q-1', index: 'index_price_asc' }, '/wines', 41, ['o-40', 'o-41', 'o-42']);
  const trackOffer = (name: string, offer_id: string, path: string) => {
    const { index, queryID, positions } = insightOf(outgoing('track', name, { offer_id }), 'index', 'me', path) ?? {};
    return { index, queryID, positions };
  };
  const none = { index: 'index', queryID: undefined, positions: undefined };
  const first = { index: 'index_price_asc', queryID: 'q-1', positions: undefined };
  expect(trackOffer('Product Clicked', 'o-41', '/wines')).toEqual({ ...first, positions: [42] });
  expect(trackOffer('Product Viewed', 'o-41', '/wines/house/o-41')).toEqual(none);
  expect(trackOffer('Product Added', 'o-41', '/wines/house/o-41')).toEqual(first);
  expect(trackOffer('Product Added', 'o-40', '/wines')).toEqual(first);
  // Found without a search, so no search is credited.
  expect(trackOffer('Product Clicked', 'o-42', '/')).toEqual(none);
  expect(trackOffer('Product Added', 'o-42', '/wines/house/o-42')).toEqual(none);
  recordImpressions({ queryID: 'q-2', index: 'index' }, '/spirits', 1, ['o-41']);
  expect(trackOffer('Product Clicked', 'o-41', '/spirits')).toEqual({ index: 'index', queryID: 'q-2', positions: [1] });
  // The same list, from a response without an id.
  recordImpressions(null, '/wines', 41, ['o-40']);
  expect(trackOffer('Product Clicked', 'o-40', '/wines')).toEqual(none);
});

test.each([
  {
    name: 'Product Clicked',
    by: (aa: InsightsClient, hit: AfterSearch) =>
      aa('clickedObjectIDsAfterSearch', { ...hit, eventName: 'Product Clicked', positions: [41] }),
  },
  {
    name: 'Product Added',
    by: (aa: InsightsClient, hit: AfterSearch) => aa('addedToCartObjectIDsAfterSearch', { ...hit, eventName: 'Product Added' }),
  },
  {
    name: 'Product Viewed',
    by: (aa: InsightsClient, { queryID: _none, ...hit }: AfterSearch) =>
      aa('viewedObjectIDs', { ...hit, index: 'index', eventName: 'Product Viewed' }),
  },
])('sends $name like the search service’s own library', ({ name, by }) => {
  const sent: { readonly address: URL; readonly body: unknown }[] = [];
  const aa = createInsightsClient(async (address, data) => {
    sent.push({ address: new URL(address), body: JSON.parse(JSON.stringify(data)) });
    return true;
  });
  const host = 'https://search.example';
  aa('init', { appId: 'APP', apiKey: 'key', host, userToken: 'me' });
  const timestamp = Date.UTC(2026, 10, 21);
  by(aa, { index: 'index_price_desc', queryID: 'q-3', objectIDs: ['o-9'], timestamp } as AfterSearch);

  vi.stubGlobal('location', { pathname: '/wines' });
  recordImpressions({ queryID: 'q-3', index: 'index_price_desc' }, '/wines', 41, ['o-9']);
  const insights = insightsProvider(
    { url: host, applicationId: 'APP', key: 'key', index: 'index' },
    getVisitor(createMemoryStorage({ ajs_anonymous_id: '"me"' })),
    (address, body) => sent.push({ address: new URL(address), body: JSON.parse(body) }),
  );
  insights.event(outgoing('track', name, { offer_id: 'o-9' }));
  const [hosted, collected] = sent.map(({ address, body }) => {
    address.searchParams.delete('X-Algolia-Agent');
    return { address: String(address), body };
  });
  expect(collected).toEqual(hosted);
});

test('sends queued events on reconnection, and by beacon or from storage after unload', async () => {
  vi.useFakeTimers();
  const values = createMemoryStorage({ ajs_anonymous_id: '"me"' });
  const sent: string[] = [];
  let status = 0;
  const ports = (beacon: boolean) => ({
    writeKey: 'key',
    visitor: getVisitor(values),
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
