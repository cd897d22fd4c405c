import { describe, expect, test } from 'vitest';
import { joinResult } from './joined-membership.ts';
import type { MembershipStatus } from './membership.ts';

const of = (id: string, status: MembershipStatus) => ({ id, status });

describe('the page after joining [CLUB-6]', () => {
  test.each([
    { name: 'not joined without a membership', own: [], id: null, kind: 'unknown' },
    { name: 'nor with an id in the address that is not theirs', own: [of('a', 'active')], id: 'b', kind: 'unknown' },
    { name: 'nor before the first payment', own: [of('a', 'pending')], id: 'a', kind: 'unpaid' },
    { name: 'nor if the membership was cancelled', own: [of('a', 'cancelled')], id: 'a', kind: 'unknown' },
    { name: 'not joined if the only membership is pending and the URL names none', own: [of('a', 'pending')], id: null, kind: 'unknown' },
    { name: 'who paid has joined', own: [of('a', 'cancelled'), of('b', 'active')], id: 'b', kind: 'joined' },
    { name: 'also if they paused since', own: [of('a', 'paused')], id: 'a', kind: 'joined' },
    { name: 'and without an id the membership that runs counts', own: [of('a', 'cancelled'), of('b', 'active')], id: null, kind: 'joined' },
  ])('$name', ({ own, id, kind }) => expect(joinResult(own, id).kind).toBe(kind));
});
