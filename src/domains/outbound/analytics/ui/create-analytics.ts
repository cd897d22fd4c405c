/** Creates a page's analytics with the browser's storage and network, and the configured providers. */

import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { Market } from '#markets/market.ts';
import type { AnalyticsConfig } from '../model/analytics-config.ts';
import { hasGlobalPrivacyControl } from './analytics-choice.ts';
import { collectorProvider } from './collector-provider.ts';
import { insightsProvider } from './insights-provider.ts';
import type { Provider } from './provider.ts';
import { redactUrl, safePath } from './redact-url.ts';
import { serviceProvider } from './service-provider.ts';
import { type AnalyticsShopper, type RunningAnalytics, startAnalytics } from './start-analytics.ts';
import { loadTracker, trackerProvider } from './tracker-provider.ts';
import { getVisitor } from './visitor.ts';

/** Plain text needs no CORS preflight; collector and search parse it as JSON. */
const TEXT = { 'content-type': 'text/plain' };

const pageContext = () => ({
  page: { path: safePath(location.pathname), url: redactUrl(location.href), title: document.title },
  locale: navigator.language,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  library: { name: 'shop', version: '1' },
});

const console_: Provider = { event: ({ type, name, properties }) => console.debug('analytics', type, name, properties) };

export function createAnalytics(config: AnalyticsConfig, market: Market, shopper: AnalyticsShopper | null): RunningAnalytics {
  const values = createLocalStorage();
  const visitor = getVisitor(values);
  const isDevelopment = import.meta.env.DEV;
  const { tracker } = config;
  const send = (address: string, body: string): void => {
    if (!navigator.sendBeacon(address, body)) void fetch(address, { method: 'POST', headers: TEXT, body }).catch(() => {});
  };
  const providers = (): Provider[] => [
    config.service
      ? serviceProvider(config.service)
      : collectorProvider({
          writeKey: config.writeKey,
          visitor,
          values,
          newId: randomKey,
          context: pageContext,
          post: async (body) => (await fetch('/v1/b', { method: 'POST', headers: TEXT, body, signal: AbortSignal.timeout(10_000) })).status,
          beacon: (body) => navigator.sendBeacon('/v1/b', new Blob([body], { type: 'text/plain' })),
        }),
    trackerProvider(tracker === null ? null : () => loadTracker(tracker)),
    insightsProvider(config.insights, visitor, send),
    ...(isDevelopment ? [console_] : []),
  ];
  return startAnalytics({
    market,
    sendsBeforeChoice: config.sendsBeforeChoice,
    values,
    providers,
    newId: randomKey,
    shopper,
    hasGlobalPrivacyControl: hasGlobalPrivacyControl(),
    warn: (error) => {
      if (isDevelopment) console.warn('analytics:', error);
    },
  });
}
