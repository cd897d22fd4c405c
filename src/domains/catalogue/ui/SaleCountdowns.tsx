import { useEffect, useSyncExternalStore } from 'react';
import { onSecond, serverNow, startClock } from './server-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** In: milliseconds left. Out: `2 h 5 min`, and seconds in the last hour; empty where nothing is left. */
export function leftWords(left: number): string {
  if (left <= 0) return '';
  const [hours, minutes, seconds] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`;
}

export interface SaleEndsProps {
  readonly endsAt: string;
  /** What is said while the server's time is not known yet. */
  readonly before: string;
  /** In: `2 h 5 min`. */
  readonly left: (words: string) => string;
  readonly over: string;
}

/** The time left until a sale ends, by the server's clock. Screen readers are told once, not every second. */
export default function SaleEnds({ endsAt, before, left, over }: SaleEndsProps) {
  useEffect(startClock, []);
  return useSyncExternalStore(
    onSecond,
    () => {
      const now = serverNow();
      if (now === null) return before;
      const words = leftWords(Date.parse(endsAt) - now);
      return words === '' ? over : left(words);
    },
    () => before,
  );
}
