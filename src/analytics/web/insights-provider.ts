/** What a search is told of its hits: seen, clicked, put into the cart (vendor-wire.md §2 "Insights"). */
import type { AnalyticsFacts } from '../analytics-facts.ts';
import type { Outgoing, Provider } from './provider.ts';
import type { Visitor } from './visitor.ts';

type Insight = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, Insight>> = {
  'Product Viewed': { eventType: 'view' },
  'Product Clicked': { eventType: 'click' },
  'Product Added': { eventType: 'conversion', eventSubtype: 'addToCart' },
  'Product Quantity Increased': { eventType: 'conversion', eventSubtype: 'addToCart' },
};

/** The search's form of an event; null for one that is not about a hit. */
export function insightOf({ name, properties, timestamp }: Outgoing, index: string, userToken: string): Insight | null {
  const kind = KINDS[name];
  if (!kind || typeof properties.offer_id !== 'string') return null;
  return { ...kind, eventName: name, index, userToken, timestamp: Date.parse(timestamp), objectIDs: [properties.offer_id] };
}

/** @param send posts a body to an address; its failure is nobody's concern */
export function insightsProvider(
  { url, applicationId, key, index }: AnalyticsFacts['insights'],
  visitor: Visitor,
  send: (address: string, body: string) => void,
): Provider {
  const query = new URLSearchParams({ 'X-Algolia-Application-Id': applicationId, 'X-Algolia-API-Key': key, 'X-Algolia-Agent': 'shop' });
  return {
    event(outgoing) {
      const insight = insightOf(outgoing, index, visitor.anonymousId());
      if (insight) send(`${url}/1/events?${query}`, JSON.stringify({ events: [insight] }));
    },
  };
}
