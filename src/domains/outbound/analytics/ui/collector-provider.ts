/**
 * Sends events to the shop's own collector in batches, in the customer-data service's protocol [ANA-1]. Unsent events are stored in the
 * browser and go with the next page or connection.
 */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Outgoing, Provider } from './provider.ts';
import type { Visitor } from './visitor.ts';

const QUEUE = 'analytics-queue';
const MAX_KEPT = 500;
const BATCH = 20;
const WAIT_MS = 2_000;
/** Delay after a failure, milliseconds. */
const PAUSE_MS = 30_000;

export interface CollectorPorts {
  readonly writeKey: string;
  readonly visitor: Visitor;
  readonly values: KeyValueStorage;
  /** Posts to the collector and returns the status. @throws if it cannot be reached */
  readonly post: (body: string) => Promise<number>;
  /** Sends during unload. Returns false if the browser does not accept it. */
  readonly beacon: (body: string) => boolean;
  /** Fields of the page that every event contains. */
  readonly context: () => Readonly<Record<string, unknown>>;
  readonly newId: () => string;
}

type Row = Readonly<Record<string, unknown>>;

export function collectorProvider({ writeKey, visitor, values, post, beacon, context, newId }: CollectorPorts): Provider {
  let queue: Row[] = takeSaved();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isSending = false;

  function takeSaved(): Row[] {
    const saved = values.read(QUEUE);
    if (saved === null) return [];
    values.remove(QUEUE);
    try {
      const rows: unknown = JSON.parse(saved);
      return Array.isArray(rows) ? (rows as Row[]) : [];
    } catch {
      return [];
    }
  }
  const save = (rows: readonly Row[]): void => {
    if (rows.length > 0) values.write(QUEUE, JSON.stringify([...takeSaved(), ...rows].slice(-MAX_KEPT)));
  };
  const bodyOf = (batch: readonly Row[]): string => JSON.stringify({ writeKey, batch, sentAt: new Date().toISOString() });
  const soon = (milliseconds: number): void => {
    timer ??= setTimeout(() => {
      timer = null;
      void send();
    }, milliseconds);
  };

  async function send(): Promise<void> {
    if (isSending || queue.length === 0) return;
    isSending = true;
    const batch = queue.slice(0, BATCH);
    const status = await post(bodyOf(batch)).catch(() => 0);
    isSending = false;
    // A rejection is final; a network error is retried.
    const isDone = (status >= 200 && status < 500 && status !== 429) || status === 501;
    if (isDone) queue = queue.filter((row) => !batch.includes(row));
    if (queue.length > 0) soon(isDone ? 0 : PAUSE_MS);
  }

  const add = (row: Row): void => {
    const userId = visitor.userId();
    queue.push({
      ...row,
      anonymousId: visitor.anonymousId(),
      ...(userId === null ? {} : { userId }),
      context: context(),
      integrations: {},
    });
    soon(queue.length >= BATCH ? 0 : WAIT_MS);
  };

  if (queue.length > 0) soon(WAIT_MS);

  return {
    event({ type, name, properties, timestamp, messageId }: Outgoing) {
      add(type === 'page' ? { type, properties, timestamp, messageId } : { type, event: name, properties, timestamp, messageId });
    },
    identify(userId, traits) {
      visitor.become(userId);
      add({ type: 'identify', traits, timestamp: new Date().toISOString(), messageId: newId() });
    },
    reset: () => visitor.reset(),
    flush(when) {
      if (when === 'now') {
        if (timer) clearTimeout(timer);
        timer = null;
        queue = [...takeSaved(), ...queue].slice(-MAX_KEPT);
        return void send();
      }
      // A batch in flight may not arrive. It is sent once more and counts once by its ids.
      const rows = queue;
      queue = [];
      for (let start = 0; start < rows.length; start += BATCH) {
        const batch = rows.slice(start, start + BATCH);
        if (!beacon(bodyOf(batch))) save(batch);
      }
    },
  };
}
