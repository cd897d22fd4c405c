import { useEffect, useSyncExternalStore } from 'react';
import { onSecond, serverNow, startClock } from './server-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats a remaining time in ms: `2 h 5 min`, with seconds in the last hour. Returns an empty string after the end. */
export function formatTimeLeft(ms: number): string {
  if (ms <= 0) return '';
  const [hours, minutes, seconds] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / SECOND)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`;
}

export interface SaleEndsProps {
  readonly endsAt: string;
  /** Text while the server's time is unknown. */
  readonly before: string;
  /** Receives a text such as `2 h 5 min`. */
  readonly format: (text: string) => string;
  readonly expired: string;
}

/** Shows the time until a sale ends by the server's clock. Screen readers announce it once, not every second. */
export default function SaleEnds({ endsAt, before, format, expired }: SaleEndsProps) {
  useEffect(startClock, []);
  return useSyncExternalStore(
    onSecond,
    () => {
      const now = serverNow();
      if (now === null) return before;
      const text = formatTimeLeft(Date.parse(endsAt) - now);
      return text === '' ? expired : format(text);
    },
    () => before,
  );
}
