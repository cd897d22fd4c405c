/** Days of deliveries, which are dates in the market and need no time zone. */
const SHORT = new Intl.DateTimeFormat('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `Tue 24 Nov` */
export const formatShortDay = (day: string): string => SHORT.format(dateOf(day)).replace(',', '');

/** `24 November 2026` */
export const formatLongDay = (day: string): string => LONG.format(dateOf(day));
