/** Formats dates and times of pages in the time zone of the event. */
import type { EventView } from './page-view.ts';

/** Returns `14 November 2026`, in the time zone of the shop. */
export const formatDate = (instant: string, locale: string, timeZone = 'Australia/Melbourne'): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(new Date(instant));

const clockWords = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(instant))
    .replace(/:00/, '')
    .replace(/[\u202f\u00a0 ]/g, '\u00a0');

/** Returns `Friday 4 December 2026, 6 pm to 8:30 pm`. Names both days if the event lasts longer than one. */
export function formatTime({ startsAt, endsAt, timeZone }: Pick<EventView, 'startsAt' | 'endsAt' | 'timeZone'>, locale: string): string {
  const day = (instant: string): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone })
      .format(new Date(instant))
      .replace(',', '');
  const [from, to] = [day(startsAt), day(endsAt)];
  const until = from === to ? clockWords(endsAt, locale, timeZone) : `${to}, ${clockWords(endsAt, locale, timeZone)}`;
  return `${from}, ${clockWords(startsAt, locale, timeZone)} to ${until}`;
}

/** Returns `The cellar, 12 Langridge Street, Collingwood VIC 3066`. */
export const formatOrigin = ({ venue, street, suburb, state, postcode }: EventView): string =>
  [venue, street, [suburb, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
