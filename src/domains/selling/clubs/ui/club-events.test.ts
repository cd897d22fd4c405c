import { beforeEach, expect, test } from 'vitest';
import { findEventErrors } from '#domains/outbound/analytics/model/check-event.ts';
import { COMMON } from '#domains/outbound/analytics/model/events.ts';
import { drainEvents, type QueuedEvent } from '#domains/outbound/analytics/ui/track.ts';
import { trackClubEvent, trackMemberAction } from './club-events.ts';

const WHOLE = { club: 'The Twelve', frequency: 'Every month', variant: 'Mixed', value: 240, userId: 'auth|1' };
const SENT = Object.fromEntries(Object.keys(COMMON).map((name) => [name, 'AU']));

/** Empties the queue, which other tests may have filled. */
beforeEach(() => drainEvents(() => {})());

/** A visitor of a club page has selected neither frequency nor case. */
const VIEWED = { club: 'The Twelve', value: 240, userId: 'auth|1' };

test.each([
  ['Club Viewed', VIEWED],
  ['Club Selected', WHOLE],
  ['Club Joined', WHOLE],
] as const)('%s says what its row declares, with all of it and with the least', (name, whole) => {
  const events: QueuedEvent[] = [];
  const stop = drainEvents((one) => events.push(one));
  trackClubEvent(name, whole);
  trackClubEvent(name, { club: 'The Twelve' });
  stop();
  expect(events.map((one) => one.properties.event_category)).toEqual(['Wine Club', 'Wine Club']);
  expect(events[0]?.properties).toMatchObject({ user_id: 'auth|1', value: 240 });
  for (const one of events) expect(findEventErrors('track', one.name, { ...one.properties, ...SENT })).toEqual([]);
});

test.each([
  ['skip', 'Club Delivery Skipped'],
  ['pause', 'Club Paused'],
  ['resume', 'Club Resumed'],
  ['swap', 'Club Swapped'],
  ['cancel', 'Club Cancelled'],
] as const)('a member’s %s is %s, and says what its row declares', (action, name) => {
  const membership = { club: { name: 'The Twelve' }, frequency: { label: 'Every month' }, variant: { label: 'Mixed', price: 240 } };
  const events: QueuedEvent[] = [];
  const stop = drainEvents((one) => events.push(one));
  trackMemberAction(action, membership, 'auth|1');
  stop();
  expect(events.map((one) => one.name)).toEqual([name]);
  for (const one of events) expect(findEventErrors('track', one.name, { ...one.properties, ...SENT })).toEqual([]);
});
