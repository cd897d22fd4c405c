/** Reports views, clicks and additions of hits to the search's insights. */
import type { AnalyticsConfig } from '../model/analytics-config.ts';
import { clickedHit, queryOf } from './impressions.ts';
import type { Outgoing, Provider } from './provider.ts';
import type { Visitor } from './visitor.ts';

type Insight = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, Insight>> = {
  'Product Viewed': { eventType: 'view' },
  'Product Clicked': { eventType: 'click' },
  'Product Added': { eventType: 'conversion', eventSubtype: 'addToCart' },
  'Product Quantity Increased': { eventType: 'conversion', eventSubtype: 'addToCart' },
};

/** An event after a search has query id and index, and a click also the position. Neither is sent without the other. */
function led(name: string, offerId: string, path: string): Insight {
  if (name === 'Product Clicked') {
    const hit = clickedHit(offerId, path);
    return hit === null ? {} : { index: hit.index, queryID: hit.queryID, positions: [hit.position] };
  }
  const query = KINDS[name]?.eventType === 'conversion' ? queryOf(offerId, path) : null;
  return query === null ? {} : { index: query.index, queryID: query.queryID };
}

/**
 * Converts an event to the search's format, or returns null if it is not about a hit.
 * @param index the market's own, for events without a search
 */
export function insightOf({ name, properties, timestamp }: Outgoing, index: string, userToken: string, path: string): Insight | null {
  const kind = KINDS[name];
  const offerId = properties.offer_id;
  if (!kind || typeof offerId !== 'string') return null;
  const insight = { ...kind, eventName: name, index, userToken, timestamp: Date.parse(timestamp), objectIDs: [offerId] };
  return { ...insight, ...led(name, offerId, path) };
}

/** Creates the provider of search insights. @param send posts a body to a URL; failures are ignored */
export function insightsProvider(
  { url, applicationId, key, index }: AnalyticsConfig['insights'],
  visitor: Visitor,
  send: (address: string, body: string) => void,
): Provider {
  const query = new URLSearchParams({ 'X-Algolia-Application-Id': applicationId, 'X-Algolia-API-Key': key, 'X-Algolia-Agent': 'shop' });
  return {
    event(outgoing) {
      const insight = insightOf(outgoing, index, visitor.anonymousId(), location.pathname);
      if (insight) send(`${url}/1/events?${query}`, JSON.stringify({ events: [insight] }));
    },
  };
}
