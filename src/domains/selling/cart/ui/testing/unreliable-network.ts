/** A slow network for tests that reorders and loses messages, and tabs that receive each other's changes late. fast-check decides when. */
import fc from 'fast-check';
import { NetworkError } from '#lib/browser/fetch-transport.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { TabChannel } from '#lib/browser/tab-channel.ts';
import type { Transport } from '#lib/client.ts';
import type { CartBroadcast } from '../cart-store-types.ts';
import type { FakeShop } from './fake-shop.ts';

type NetworkOutcome = 'arrives' | 'request lost' | 'answer lost';
/** Endless sequences of network outcomes. */
export const fates = fc.infiniteStream(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<NetworkOutcome>('arrives') },
    fc.constantFrom<NetworkOutcome>('request lost', 'answer lost'),
  ),
);

/** Delays requests and responses by the scheduler. A lost message throws a NetworkError. */
export function network(
  shop: FakeShop,
  scheduler: fc.Scheduler,
  outcomes: Iterator<NetworkOutcome>,
  who: () => number | null = () => 0,
): Transport {
  return async (call, input, options) => {
    const happens = outcomes.next().value ?? 'arrives';
    const by = who() ?? 0;
    await scheduler.schedule(Promise.resolve(), `request ${call.path}`);
    if (happens === 'request lost') throw new NetworkError(call.path);
    const answered = shop.respond(call.path, input, options.idempotencyKey, by);
    await scheduler.schedule(Promise.resolve(), `answer ${call.path}`);
    if (happens === 'answer lost') throw new NetworkError(call.path);
    return answered;
  };
}

/** Creates the local storage, messages and locks that several tabs share; the scheduler delivers messages. */
export function neighbours(scheduler: fc.Scheduler): () => { values: KeyValueStorage; tabs: TabChannel<CartBroadcast> } {
  const stored = new Map<string, string>();
  const watchers: ((name: string, value: string | null) => void)[] = [];
  const hearers: ((newNotices: CartBroadcast) => void)[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const later = (label: string, work: () => void): void => void scheduler.schedule(Promise.resolve(), label).then(work);
  return () => {
    let own: ((name: string, value: string | null) => void) | null = null;
    let ownHearer: ((newNotices: CartBroadcast) => void) | null = null;
    const changed = (name: string, value: string | null): void => {
      for (const watcher of watchers) if (watcher !== own) later(`storage ${name}`, () => watcher(name, value));
    };
    return {
      values: {
        read: (name) => stored.get(name) ?? null,
        write(name, value) {
          stored.set(name, value);
          changed(name, value);
        },
        remove(name) {
          if (stored.delete(name)) changed(name, null);
        },
        watch(listener) {
          own = listener;
          watchers.push(listener);
          return () => undefined;
        },
      },
      tabs: {
        post: (newNotices) => {
          for (const hearer of hearers) if (hearer !== ownHearer) later('news', () => hearer(newNotices));
        },
        onMessage(listener) {
          ownHearer = listener;
          hearers.push(listener);
          return () => undefined;
        },
        runExclusive(work) {
          const run = turn.then(work, work);
          turn = run.catch(() => undefined);
          return run;
        },
      },
    };
  };
}
