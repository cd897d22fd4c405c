/**
 * Takes over from track.ts when a page is idle: asks for consent, checks each event against the table, and sends it once to every
 * provider. Nothing is sent before consent.
 */

import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';
import { declared, faultsOf } from '../model/check-event.ts';
import { type Choice, mayCollect } from '../model/consent.ts';
import { keepChoice, readChoice } from './analytics-choice.ts';
import type { Provider, Traits } from './provider.ts';
import { drainEvents, QUEUE_STORAGE_KEY, type QueuedEvent } from './track.ts';

const MAX_HELD = 200;

export interface AnalyticsPorts {
  readonly market: Market;
  /** Whether events are sent before the shopper chose. */
  readonly sendsBeforeChoice: boolean;
  readonly values: KeyValueStorage;
  /** Created with the first event that may be sent. */
  readonly providers: () => readonly Provider[];
  readonly newId: () => string;
  /** The shopper at the start. */
  readonly shopper: AnalyticsShopper | null;
  /** Whether the browser sends Global Privacy Control. */
  readonly hasGlobalPrivacyControl: boolean;
  /** Called with events that differ from the table, in development. */
  readonly warn: (fault: string) => void;
}

/** The shopper; null for a guest. */
export interface AnalyticsShopper {
  readonly sub: string;
  readonly traits: Traits;
}

export interface RunningAnalytics {
  choice(): Choice;
  /** Returns whether events may be sent now. */
  isEnabled(): boolean;
  choose(choice: 'yes' | 'no'): void;
  /** Sets the shopper. */
  shopper(shopper: AnalyticsShopper | null): void;
  flush(when: 'now' | 'leaving'): void;
  stop(): void;
}

const GUEST_GROUP = 'GUEST';
/** The shopper that this browser last identified. */
const KNOWN = 'analytics-user';

function leftBehind(values: KeyValueStorage): QueuedEvent[] {
  const kept = values.read(QUEUE_STORAGE_KEY);
  if (kept === null) return [];
  values.remove(QUEUE_STORAGE_KEY);
  try {
    const told: unknown = JSON.parse(kept);
    return Array.isArray(told) ? (told as QueuedEvent[]) : [];
  } catch {
    return [];
  }
}

export function startAnalytics(ports: AnalyticsPorts): RunningAnalytics {
  const { market, values } = ports;
  let choice = readChoice(values);
  let who = ports.shopper;
  let held: QueuedEvent[] = [];
  let made: readonly Provider[] | null = null;

  const isEnabled = (): boolean => mayCollect(ports.sendsBeforeChoice, choice, ports.hasGlobalPrivacyControl);
  const providers = (): readonly Provider[] => {
    made ??= ports.providers();
    return made;
  };
  const send = (told: QueuedEvent): void => {
    const given = { ...told.properties, customer_group: who?.traits.customer_group ?? GUEST_GROUP, market };
    const properties = declared(told.type, told.name, given);
    for (const fault of faultsOf(told.type, told.name, given)) ports.warn(fault);
    if (!properties) return;
    const outgoing = { ...told, properties, messageId: ports.newId() };
    for (const provider of providers()) provider.event(outgoing);
  };
  const take = (told: QueuedEvent): void => {
    if (isEnabled()) send(told);
    else if (choice === null && !ports.sendsBeforeChoice && held.length < MAX_HELD) held.push(told);
  };
  /** Sends sign-in and sign-out once, on whichever page they are noticed [ANA-21, ANA-22]. */
  const note = (): void => {
    const known = values.read(KNOWN);
    if (!isEnabled() || known === (who?.sub ?? null)) return;
    if (known !== null) {
      values.remove(KNOWN);
      send({ type: 'track', name: 'User Logout', properties: {}, timestamp: new Date().toISOString() });
      for (const provider of providers()) provider.reset?.();
    }
    if (!who) return;
    values.write(KNOWN, who.sub);
    for (const provider of providers()) provider.identify?.(who.sub, who.traits);
    const { email, loyalty_tier } = who.traits;
    const properties = { user_id: who.sub, email, loyalty_tier };
    send({ type: 'track', name: 'User Identified', properties, timestamp: new Date().toISOString() });
  };

  note();
  for (const told of leftBehind(values)) take(told);
  const stopTaking = drainEvents(take);

  return {
    choice: () => choice,
    isEnabled,
    choose(next) {
      const wasOn = isEnabled();
      choice = next;
      keepChoice(values, next);
      if (!isEnabled()) {
        values.remove(KNOWN);
        for (const provider of made ?? []) provider.reset?.();
      }
      const waiting = isEnabled() && !wasOn ? held : [];
      held = [];
      note();
      for (const told of waiting) send(told);
    },
    shopper(next) {
      who = next;
      note();
    },
    flush(when) {
      for (const provider of made ?? []) provider.flush?.(when);
    },
    stop() {
      stopTaking();
      for (const provider of made ?? []) provider.flush?.('leaving');
    },
  };
}
