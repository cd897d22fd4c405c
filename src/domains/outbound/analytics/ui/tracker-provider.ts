/**
 * Pushes page views to the marketing tracker [ANA-4]: `setPath`, then `trackPageView`, for every page except the first, which the tracker
 * counts itself.
 */
import type { AnalyticsConfig } from '../model/analytics-config.ts';
import type { Provider } from './provider.ts';

declare global {
  interface Window {
    _hsq?: { push(command: readonly unknown[]): unknown };
  }
}

/** Creates the provider of the tracker. @param load loads the tracker's script; called once, with the first event */
export function trackerProvider(load: (() => void) | null): Provider {
  let isFirst = true;
  return {
    event({ type, properties }) {
      if (type !== 'page') return;
      window._hsq ??= [];
      if (isFirst) {
        isFirst = false;
        load?.();
        return;
      }
      window._hsq.push(['setPath', properties.path]);
      window._hsq.push(['trackPageView']);
    },
  };
}

/** Adds the tracker's script to the page. */
export function loadTracker({ portal, host }: NonNullable<AnalyticsConfig['tracker']>): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = `${host}/${portal}.js`;
  document.head.append(script);
}
