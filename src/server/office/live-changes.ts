/**
 * Tells open screens which records changed. Reads the changes of the database once a second while anybody listens, and not at all
 * otherwise: a notification in the transaction of every order would make commits wait for each other.
 */
import type { Permission } from '#domains/staff/model/permissions.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { maxOf } from '#lib/extremes.ts';
import type { Market } from '#markets/market.ts';

/** A change with a number that grows. */
export interface NumberedChange {
  readonly number: number;
  readonly id: string;
  readonly event: string;
  /** Null for what concerns every market: only people with the permission in all of them are told. */
  readonly market: Market | null;
}

/** Changes of one kind of record. */
export interface ChangeSource {
  readonly kind: string;
  /** What a person needs to be told. */
  readonly permission: Permission;
  /** Returns the number of the latest change. */
  readonly latest: () => Promise<number>;
  /** Returns the changes after a number. */
  readonly after: (number: number) => Promise<readonly NumberedChange[]>;
}

export interface LiveListener {
  /** Returns true for what the person may be told. */
  readonly may: StaffActor['may'];
  /** @param data one message, as JSON */
  readonly send: (data: string) => void;
}

/** Numbers are given before a transaction commits, so that a lower one may appear after a higher one. */
const LOOK_BACK = 500;

/**
 * One reader of all sources for all listeners of this process.
 * @param renew removes the listeners whose rights have changed. Called before changes are sent
 */
export function createLiveChanges(sources: readonly ChangeSource[], renew: () => Promise<void>) {
  const listeners = new Set<LiveListener>();
  const seen = new Map<string, Set<number>>();

  /** Returns the changes of a source that were not told yet. The first reading tells nothing. */
  async function read(source: ChangeSource): Promise<readonly NumberedChange[]> {
    const before = seen.get(source.kind);
    const from = before ? maxOf([0, ...before]) : await source.latest();
    const changes = await source.after(Math.max(0, from - LOOK_BACK));
    seen.set(source.kind, new Set([from, ...changes.map(({ number }) => number)].filter((number) => number > from - LOOK_BACK)));
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
        for (const { id, event, market } of changes) {
          const data = JSON.stringify({ kind: source.kind, id, event });
          for (const { may, send } of listeners) if (may(source.permission, market ?? 'every market')) send(data);
        }
      }
    },
  };
}
