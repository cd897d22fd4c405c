/** Sends events with the customer-data service's own library, loaded only if it is configured. */
import type { Analytics } from '@segment/analytics-next';
import type { AnalyticsConfig } from '../model/analytics-config.ts';
import type { Provider } from './provider.ts';

/** Inline settings: the library requests no configuration and sends no metrics about itself. */
async function load({ writeKey, host }: NonNullable<AnalyticsConfig['service']>): Promise<Analytics> {
  const { AnalyticsBrowser } = await import('@segment/analytics-next');
  const [analytics] = await AnalyticsBrowser.load(
    { writeKey, cdnSettings: { integrations: { 'Segment.io': { apiKey: writeKey } }, metrics: { sampleRate: 0 } } as never },
    {
      integrations: {
        'Segment.io': {
          apiHost: `${host.replace(/^https?:\/\//, '')}/v1`,
          protocol: host.startsWith('http:') ? 'http' : 'https',
          deliveryStrategy: { strategy: 'batching', config: { size: 10, timeout: 5_000 } },
        },
      },
    },
  );
  return analytics;
}

export function serviceProvider(config: NonNullable<AnalyticsConfig['service']>): Provider {
  const loading = load(config);
  const then = (work: (analytics: Analytics) => Promise<unknown>): void => {
    loading.then(work).catch((failure: unknown) => console.debug('analytics', failure));
  };
  return {
    event: ({ type, name, properties, timestamp }) =>
      then((analytics) =>
        type === 'page' ? analytics.page({ ...properties }, { timestamp }) : analytics.track(name, { ...properties }, { timestamp }),
      ),
    identify: (userId, traits) => then((analytics) => analytics.identify(userId, { ...traits })),
    reset: () => then(async (analytics) => analytics.reset()),
  };
}
