import { describe, expect, test } from 'vitest';
import { firstGap, historyName, isOlderThan, parseHistory, timelineOf } from './wal-names.ts';

const segment = (timeline: number, log: number, number: number): string =>
  [timeline, log, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');

describe('the archived log', () => {
  const whole = [segment(1, 0, 254), segment(1, 0, 255), segment(1, 1, 0), segment(1, 1, 1)];

  test('has no gap where the numbers go on, also into the next log', () => {
    expect(firstGap(whole, segment(1, 0, 254), null, 1)).toBeNull();
  });

  test.each([0, 1, 2])('names the segment that is missing at position %i', (at) => {
    expect(firstGap(whole.toSpliced(at, 1), segment(1, 0, 254), null, 1)).toBe(whole[at]);
  });

  test('needs the segments up to the end of a backup only', () => {
    expect(firstGap(whole.toSpliced(2, 1), segment(1, 0, 254), segment(1, 0, 255), 1)).toBeNull();
    expect(firstGap([], segment(1, 0, 254), segment(1, 0, 254), 1)).toBe(segment(1, 0, 254));
  });

  test('knows the timelines by names and history files', () => {
    expect([timelineOf(segment(3, 0, 1)), timelineOf(historyName(11)), timelineOf(`${segment(1, 0, 1)}.00000028.backup`)]).toEqual([
      3,
      11,
      undefined,
    ]);
    expect(parseHistory('1\t0/3000028\tno recovery target specified\n\n2\t1/5000000\tbefore 2026\n')).toEqual(
      new Map([
        [1, 3],
        [2, 261],
      ]),
    );
  });

  test('is older than a backup by the number alone, and histories never are', () => {
    const from = segment(2, 0, 5);
    expect([segment(1, 0, 4), segment(2, 0, 4), `${segment(2, 0, 4)}.00000028.backup`].map((name) => isOlderThan(name, from))).toEqual([
      true,
      true,
      true,
    ]);
    expect([segment(1, 0, 5), segment(3, 0, 6), historyName(2)].map((name) => isOlderThan(name, from))).toEqual([false, false, false]);
  });
});
