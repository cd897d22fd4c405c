/**
 * Queues analytics events in memory, at a minimal cost for the first load. start-analytics.ts loads when the page is idle and takes over.
 * If the page is left earlier, the queue is saved for the next page.
 */
import type { EventName, PropertiesOf } from '../model/events.ts';

/** A queued event. */
export interface QueuedEvent {
  readonly type: 'track' | 'page';
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly timestamp: string;
}

const MAX_WAITING = 200;
/** Storage key of the queue for the next page. */
export const QUEUE_STORAGE_KEY = 'analytics-left';

let waiting: QueuedEvent[] = [];
let consumer: ((event: QueuedEvent) => void) | null = null;

function leave(): void {
  if (consumer || waiting.length === 0) return;
  try {
    localStorage.setItem(QUEUE_STORAGE_KEY, JSON.stringify(waiting));
  } catch {
    // Lost if the browser has no storage.
  }
}

/** Queues an event of the table. It is sent when the page is idle and the shopper allows it. */
export function enqueueEvent(event: Omit<QueuedEvent, 'timestamp'>): void {
  const now = { ...event, timestamp: new Date().toISOString() };
  if (consumer) consumer(now);
  else if (waiting.length < MAX_WAITING && waiting.push(now) === 1 && typeof addEventListener === 'function')
    addEventListener('pagehide', leave);
}

export const track = <Name extends EventName>(name: Name, properties: PropertiesOf<Name>): void =>
  enqueueEvent({ type: 'track', name, properties });

/** Passes queued and later events to a consumer. Returns an unsubscribe function. */
export function drainEvents(take: (event: QueuedEvent) => void): () => void {
  consumer = take;
  const all = waiting;
  waiting = [];
  for (const event of all) take(event);
  return () => {
    consumer = null;
  };
}
