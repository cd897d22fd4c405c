import { expect, test } from 'vitest';
import { faultsOf } from '../../analytics/check-event.ts';
import { COMMON } from '../../analytics/events.ts';
import { type Told, takeTold } from '../../analytics/web/track.ts';
import { tellClub } from './club-events.ts';

const WHOLE = { club: 'The Twelve', frequency: 'Every month', variant: 'Mixed', value: 240, userId: 'auth|1' };
const SENT = Object.fromEntries(Object.keys(COMMON).map((name) => [name, 'AU']));

test.each(['Club Viewed', 'Club Selected', 'Club Joined'] as const)(
  '%s says what its row declares, with all of it and with the least',
  (name) => {
    const told: Told[] = [];
    const stop = takeTold((one) => told.push(one));
    tellClub(name, WHOLE);
    tellClub(name, { club: 'The Twelve' });
    stop();
    expect(told.map((one) => one.properties.event_category)).toEqual(['Wine Club', 'Wine Club']);
    expect(told[0]?.properties).toMatchObject({ user_id: 'auth|1', value: 240 });
    for (const one of told) expect(faultsOf('track', one.name, { ...one.properties, ...SENT })).toEqual([]);
  },
);
