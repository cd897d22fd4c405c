/** A receiver of events. */
import type { QueuedEvent } from './track.ts';

/** An event as it is sent. */
export interface Outgoing extends QueuedEvent {
  /** Deduplicates an event that arrives twice. */
  readonly messageId: string;
}

export interface Traits {
  readonly email: string;
  readonly loyalty_tier: string;
  readonly customer_group: string;
}

export interface Provider {
  event(outgoing: Outgoing): void;
  /** Called at sign-in. */
  identify?(userId: string, traits: Traits): void;
  /** Called at sign-out. Later events belong to another visitor. */
  reset?(): void;
  /** Sends queued events; `leaving` if the page unloads. */
  flush?(when: 'now' | 'leaving'): void;
}
