/** Stores the search insights of hosted search clients as analytics events. */
import { randomUUID } from 'node:crypto';
import type { Insight } from '#domains/discovery/search/model/insights.ts';
import { readEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import type { EventSender, EventStore } from '#domains/outbound/analytics/server/event.repository.ts';
import type { Market } from '#markets/market.ts';

/** Saves insights. The name of an event is `insight` and the type of the insight: `insight click`. */
export function saveInsights(store: EventStore, market: Market, insights: readonly Insight[], sender: EventSender): Promise<void> {
  const now = Date.now();
  const events = insights
    .map(({ eventType, userToken = 'unknown', timestamp, ...properties }) =>
      readEvent(
        { event: `insight ${eventType}`, anonymousId: userToken, timestamp: new Date(timestamp ?? now).toISOString(), properties },
        'track',
        now,
        randomUUID,
      ),
    )
    .filter((event) => typeof event !== 'string');
  return store.save(market, events, sender);
}
