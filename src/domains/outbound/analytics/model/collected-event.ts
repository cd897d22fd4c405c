/** Validates events in the customer-data service's form [ANA-1]. */
import { z } from 'zod';

export const COLLECTOR_LIMITS = { event: 32 * 1_024, batch: 500 * 1_024, eventsInBatch: 2_500, daysBack: 7 } as const;

/** Bytes that one client may send to the collector and as search events. */
export const EVENT_QUOTA = { perMinute: 2_000_000, perDay: 100_000_000 } as const;

export const EVENT_TYPES = ['track', 'page', 'identify', 'group', 'alias', 'screen'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const id = z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, 200));
const whole = z.looseObject({
  type: z.enum(EVENT_TYPES),
  event: z.string().max(200).optional(),
  name: z.string().max(200).nullish(),
  messageId: z.string().min(1).max(100).optional(),
  anonymousId: id.nullish(),
  userId: id.nullish(),
  timestamp: z.string().max(40).optional(),
  properties: z.looseObject({}).nullish(),
  traits: z.looseObject({}).nullish(),
  context: z.looseObject({}).nullish(),
});

/** A stored event. */
export interface CollectedEvent {
  readonly day: string;
  readonly messageId: string;
  readonly type: EventType;
  readonly name: string | null;
  readonly anonymousId: string | null;
  readonly userId: string | null;
  readonly happenedAt: string;
  readonly event: Readonly<Record<string, unknown>>;
}

const DAY_MS = 86_400_000;

/** The event's own time if it is plausible, else the time of arrival. */
function parseTimestamp(timestamp: string | undefined, now: number): Date {
  const time = Date.parse(timestamp ?? '');
  return new Date(time > now - COLLECTOR_LIMITS.daysBack * DAY_MS && time < now + DAY_MS ? time : now);
}

/** Removes NUL and lone surrogates, which cannot be stored. */
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed().replaceAll('\0', ''), storable(each)]));
};

/**
 * Parses an event. Returns what to store, without write key and IP address, or a sentence about what is invalid.
 * @param type from the path, if it has one
 * @param now milliseconds
 */
export function readEvent(body: unknown, type: EventType | null, now: number, newId: () => string): CollectedEvent | string {
  const input = typeof body === 'object' && body !== null && type !== null ? { ...body, type } : body;
  const clean = storable(input);
  const parsed = whole.safeParse(clean);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'invalid'}`;
  }
  const { writeKey: _key, sentAt: _sent, batch: _batch, ...event } = parsed.data;
  const { anonymousId = null, userId = null, messageId = newId() } = event;
  if (event.type === 'track' && !event.event) return 'event: a track call names its event';
  if (anonymousId === null && userId === null) return 'userId: an event is of a user or of an anonymous visitor';
  const timestamp = parseTimestamp(event.timestamp, now);
  const { ip: _ip, ...context } = event.context ?? {};
  return {
    day: timestamp.toISOString().slice(0, 10),
    messageId,
    type: event.type,
    name: event.type === 'track' ? (event.event ?? null) : (event.name ?? null),
    anonymousId,
    userId,
    happenedAt: timestamp.toISOString(),
    event: { ...event, messageId, context },
  };
}
