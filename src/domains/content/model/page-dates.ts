/** Formats dates and times of pages in the time zone of the event. */
import type { EventView } from './page-view.ts';

/** Returns a date such as `14 November 2026`, by default in the time zone of the shop. */
export const formatDate = (date: string, locale: string, timeZone = 'Australia/Melbourne'): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(new Date(date));

const formatClock = (date: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(date))
    .replace(/:00/, '')
    .replace(/[\u202f\u00a0 ]/g, '\u00a0');

/** Returns `Friday 4 December 2026, 6 pm to 8:30 pm`. Names both days if the event lasts longer than one. */
export function formatTime({ startsAt, endsAt, timeZone }: Pick<EventView, 'startsAt' | 'endsAt' | 'timeZone'>, locale: string): string {
  const day = (date: string): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone })
      .format(new Date(date))
      .replace(',', '');
  const [from, to] = [day(startsAt), day(endsAt)];
  const until = from === to ? formatClock(endsAt, locale, timeZone) : `${to}, ${formatClock(endsAt, locale, timeZone)}`;
  return `${from}, ${formatClock(startsAt, locale, timeZone)} to ${until}`;
}

/** Returns `The cellar, 12 Langridge Street, Collingwood VIC 3066`. */
export const formatOrigin = ({ venue, street, suburb, state, postcode }: EventView): string =>
  [venue, street, [suburb, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
