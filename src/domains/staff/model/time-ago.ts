/** How long ago something was, for sentences about other people's changes. */

const MINUTE_MS = 60_000;
const RELATIVE = new Intl.RelativeTimeFormat('en-AU', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `just now`, `2 minutes ago`, `3 hours ago`, `on 3 November 2026` */
export function timeAgo(at: Date, now: number = Date.now()): string {
  const minutes = Math.floor((now - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return RELATIVE.format(-minutes, 'minute');
  if (minutes < 24 * 60) return RELATIVE.format(-Math.floor(minutes / 60), 'hour');
  return `on ${DATE.format(at)}`;
}
