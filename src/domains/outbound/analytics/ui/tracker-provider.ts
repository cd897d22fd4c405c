/** Page views for the marketing tracker: `setPath`, then `trackPageView`, for every page but the first, which it sees by itself. */
import type { AnalyticsConfig } from '../model/analytics-config.ts';
import type { Provider } from './provider.ts';

declare global {
  interface Window {
    _hsq?: { push(command: readonly unknown[]): unknown };
  }
}

/** @param load fetches the tracker's script; called once, with the first event */
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

/** Put the tracker's script into the page. */
export function loadTracker({ portal, host }: NonNullable<AnalyticsConfig['tracker']>): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = `${host}/${portal}.js`;
  document.head.append(script);
}
