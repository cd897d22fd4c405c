/** Formats times for staff, in the market's time zone. */
const LOCALE = 'en-AU';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const found = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, { timeZone, ...options });
  formats.set(key, found);
  return found;
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const isSameDay = (a: Date, b: Date, timeZone: string): boolean => format(timeZone, DAY).format(a) === format(timeZone, DAY).format(b);

/** `9:05 am`. */
const clock = (date: Date, timeZone: string): string => format(timeZone, { hour: 'numeric', minute: '2-digit', hour12: true }).format(date);

/** The time of day: `9:05 am`. */
export const formatClock = (iso: string, timeZone: string): string => clock(new Date(iso), timeZone);

/** The short name of a time zone at an instant: `AEDT`. @param locale of the place, which knows the name: others say `GMT+8` for `SGT` */
export function nameZone(iso: string, timeZone: string, locale: string = LOCALE): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `24 November 2026, 9:05 am AEDT`. */
export function formatMoment(iso: string, timeZone: string): string {
  const date = new Date(iso);
  const zone = nameZone(iso, timeZone);
  const day = format(timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).format(date);
  return `${day}, ${clock(date, timeZone)}${zone === '' ? '' : ` ${zone}`}`;
}

/** A day without a time: `2026-11-24` → `24 November 2026`. */
export const formatDate = (day: string): string =>
  format('UTC', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));

/** The time today (`9:05 am`), the day this year (`Tue 24 Nov, 9:05 am`), else the date (`24 Nov 2025`). */
export function formatRelative(iso: string, timeZone: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (isSameDay(date, now, timeZone)) return clock(date, timeZone);
  const isThisYear = format(timeZone, { year: 'numeric' }).format(date) === format(timeZone, { year: 'numeric' }).format(now);
  if (!isThisYear) return format(timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).format(date);
  const day = format(timeZone, { weekday: 'short', day: 'numeric', month: 'short' }).format(date).replace(',', '');
  return `${day}, ${clock(date, timeZone)}`;
}

/** The time zone of the person’s device, for times that belong to no market. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
