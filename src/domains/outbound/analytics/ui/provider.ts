/** One of those who are told of events. */
import type { QueuedEvent } from './track.ts';

/** An event as it leaves the browser. */
export interface Outgoing extends QueuedEvent {
  /** Makes of one event that arrives twice one event. */
  readonly messageId: string;
}

export interface Traits {
  readonly email: string;
  readonly loyalty_tier: string;
  readonly customer_group: string;
}

export interface Provider {
  event(outgoing: Outgoing): void;
  /** Somebody signed in. */
  identify?(userId: string, traits: Traits): void;
  /** They signed out: what follows is another visitor's. */
  reset?(): void;
  /** Send what waits; `leaving` where the page goes away at once. */
  flush?(when: 'now' | 'leaving'): void;
}
