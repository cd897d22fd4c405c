/**
 * Tells analytics what happened. All that a first page pays for: a list in memory. What takes it from there is fetched when the
 * page is idle (start-analytics.ts); a page that is left before keeps its list for the next one.
 */
import type { EventName, PropertiesOf } from '../model/events.ts';

/** One thing that happened, as it waits to be sent. */
export interface QueuedEvent {
  readonly type: 'track' | 'page';
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly timestamp: string;
}

const MAX_WAITING = 200;
/** Where the list waits for the next page. */
export const QUEUE_STORAGE_KEY = 'analytics-left';

let waiting: QueuedEvent[] = [];
let consumer: ((told: QueuedEvent) => void) | null = null;

function leave(): void {
  if (consumer || waiting.length === 0) return;
  try {
    localStorage.setItem(QUEUE_STORAGE_KEY, JSON.stringify(waiting));
  } catch {
    // A browser that keeps nothing forgets these.
  }
}

/** In: an event of the table. Nothing is sent before the page is idle, and nothing where the shopper does not allow it. */
export function enqueueEvent(told: Omit<QueuedEvent, 'timestamp'>): void {
  const now = { ...told, timestamp: new Date().toISOString() };
  if (consumer) consumer(now);
  else if (waiting.length < MAX_WAITING && waiting.push(now) === 1 && typeof addEventListener === 'function')
    addEventListener('pagehide', leave);
}

export const track = <Name extends EventName>(name: Name, properties: PropertiesOf<Name>): void =>
  enqueueEvent({ type: 'track', name, properties });

/** Hand over what waits and all that comes. Returns how to stop. */
export function drainEvents(take: (told: QueuedEvent) => void): () => void {
  consumer = take;
  const all = waiting;
  waiting = [];
  for (const told of all) take(told);
  return () => {
    consumer = null;
  };
}
