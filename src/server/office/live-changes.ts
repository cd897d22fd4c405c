/**
 * Tells open screens which records changed. Reads the changes of the database once a second while anybody listens, and not at all
 * otherwise: a notification in the transaction of every order would make commits wait for each other.
 */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { maxOf } from '#lib/extremes.ts';
import type { Market } from '#markets/market.ts';
import { LIVE_KINDS, type LiveKindName } from './live-kinds.ts';

/** A change with a number that grows. */
export interface NumberedChange {
  readonly number: number;
  readonly kind: LiveKindName;
  readonly id: string;
  readonly event: string;
  /** Markets of the record: whoever may see it in one of them is told. Empty for none; `live-kinds.ts` says who is told then. */
  readonly markets: readonly Market[];
  /** Who made it. Left out if that is not known. */
  readonly staffId?: number | null;
}

/** A table with changes. */
export interface ChangeSource {
  readonly name: string;
  /** Returns the number of the latest change. */
  readonly latest: () => Promise<number>;
  /** Returns the changes after a number. */
  readonly after: (number: number) => Promise<readonly NumberedChange[]>;
}

export interface LiveListener {
  /** Returns true for what the person may be told. */
  readonly may: StaffActor['may'];
  readonly staffId: number;
  /** @param data one message, as JSON */
  readonly send: (data: string) => void;
}

/** Numbers are given before a transaction commits, so that a lower one may appear after a higher one. */
const LOOK_BACK = 500;

/** Returns true if a listener may see the record that changed. */
function maySee({ may }: LiveListener, { kind, markets }: NumberedChange): boolean {
  const { permission, elsewhere } = LIVE_KINDS[kind];
  return markets.length === 0 ? may(permission, elsewhere) : markets.some((market) => may(permission, market));
}

/**
 * One reader of all sources for all listeners of this process.
 * @param renew removes the listeners whose rights have changed. Called before changes are sent
 */
export function createLiveChanges(sources: readonly ChangeSource[], renew: () => Promise<void>) {
  const listeners = new Set<LiveListener>();
  const seen = new Map<string, Set<number>>();

  /** Returns the changes of a source that were not told yet. The first reading tells nothing. */
  async function read(source: ChangeSource): Promise<readonly NumberedChange[]> {
    const before = seen.get(source.name);
    const from = before ? maxOf([0, ...before]) : await source.latest();
    const changes = await source.after(Math.max(0, from - LOOK_BACK));
    seen.set(source.name, new Set([from, ...changes.map(({ number }) => number)].filter((number) => number > from - LOOK_BACK)));
    return before ? changes.filter(({ number }) => !before.has(number)) : [];
  }

  return {
    /** Remembers where the sources are. Called before a stream is open, so that its listener misses nothing from then on. */
    async prepare(): Promise<void> {
      if (listeners.size > 0) return;
      seen.clear();
      for (const source of sources) await read(source);
    },
    /** Adds a listener. @returns removes it */
    add(listener: LiveListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) seen.clear();
      };
    },
    /** Reads all sources and tells every listener what they may know. */
    async poll(): Promise<void> {
      if (listeners.size === 0) return;
      for (const source of sources) {
        const changes = await read(source);
        if (changes.length > 0) await renew();
        for (const change of changes) {
          const { kind, id, event, staffId = null } = change;
          const data = JSON.stringify({ kind, id, event });
          const own = JSON.stringify({ kind, id, event, isOwn: true });
          for (const listener of listeners) if (maySee(listener, change)) listener.send(listener.staffId === staffId ? own : data);
        }
      }
    },
  };
}
