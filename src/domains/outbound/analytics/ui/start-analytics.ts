/**
 * Takes over from track.ts when a page is idle: asks for consent, checks each event against the table, and sends it once to every
 * provider. Nothing is sent before consent.
 */

import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';
import { declared, findEventErrors } from '../model/check-event.ts';
import { type Choice, mayCollect } from '../model/consent.ts';
import { readChoice, saveChoice } from './analytics-choice.ts';
import type { Provider, Traits } from './provider.ts';
import { drainEvents, QUEUE_STORAGE_KEY, type QueuedEvent } from './track.ts';

const MAX_HELD = 200;

export interface AnalyticsPorts {
  readonly market: Market;
  /** True if events are sent before the shopper chose. */
  readonly sendsBeforeChoice: boolean;
  readonly values: KeyValueStorage;
  /** Created with the first event that may be sent. */
  readonly providers: () => readonly Provider[];
  readonly newId: () => string;
  /** The shopper at the start. */
  readonly shopper: AnalyticsShopper | null;
  /** True if the browser sends Global Privacy Control. */
  readonly hasGlobalPrivacyControl: boolean;
  /** Called with events that differ from the table, in development. */
  readonly warn: (message: string) => void;
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
const USER_KEY = 'analytics-user';

function leftBehind(values: KeyValueStorage): QueuedEvent[] {
  const saved = values.read(QUEUE_STORAGE_KEY);
  if (saved === null) return [];
  values.remove(QUEUE_STORAGE_KEY);
  try {
    const events: unknown = JSON.parse(saved);
    return Array.isArray(events) ? (events as QueuedEvent[]) : [];
  } catch {
    return [];
  }
}

export function startAnalytics(ports: AnalyticsPorts): RunningAnalytics {
  const { market, values } = ports;
  let choice = readChoice(values);
  let who = ports.shopper;
  let queued: QueuedEvent[] = [];
  let made: readonly Provider[] | null = null;

  const isEnabled = (): boolean => mayCollect(ports.sendsBeforeChoice, choice, ports.hasGlobalPrivacyControl);
  const providers = (): readonly Provider[] => {
    made ??= ports.providers();
    return made;
  };
  const send = (event: QueuedEvent): void => {
    const allProperties = { ...event.properties, customer_group: who?.traits.customer_group ?? GUEST_GROUP, market };
    const properties = declared(event.type, event.name, allProperties);
    if (import.meta.env.DEV) for (const error of findEventErrors(event.type, event.name, allProperties)) ports.warn(error);
    if (!properties) return;
    const outgoing = { ...event, properties, messageId: ports.newId() };
    for (const provider of providers()) provider.event(outgoing);
  };
  const take = (event: QueuedEvent): void => {
    if (isEnabled()) send(event);
    else if (choice === null && !ports.sendsBeforeChoice && queued.length < MAX_HELD) queued.push(event);
  };
  /** Sends sign-in and sign-out once, on whichever page they are noticed [ANA-21, ANA-22]. */
  const note = (): void => {
    const saved = values.read(USER_KEY);
    if (!isEnabled() || saved === (who?.sub ?? null)) return;
    if (saved !== null) {
      values.remove(USER_KEY);
      send({ type: 'track', name: 'User Logout', properties: {}, timestamp: new Date().toISOString() });
      for (const provider of providers()) provider.reset?.();
    }
    if (!who) return;
    values.write(USER_KEY, who.sub);
    for (const provider of providers()) provider.identify?.(who.sub, who.traits);
    const { email, loyalty_tier } = who.traits;
    const properties = { user_id: who.sub, email, loyalty_tier };
    send({ type: 'track', name: 'User Identified', properties, timestamp: new Date().toISOString() });
  };

  note();
  for (const event of leftBehind(values)) take(event);
  const stopTaking = drainEvents(take);

  return {
    choice: () => choice,
    isEnabled,
    choose(next) {
      const wasOn = isEnabled();
      choice = next;
      saveChoice(values, next);
      if (!isEnabled()) {
        values.remove(USER_KEY);
        for (const provider of made ?? []) provider.reset?.();
      }
      const waiting = isEnabled() && !wasOn ? queued : [];
      queued = [];
      note();
      for (const event of waiting) send(event);
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
