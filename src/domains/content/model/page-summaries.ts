/** Summaries of pages in lists and their order. */
import type { PageSummary } from './page-view.ts';
import type { PageRecord } from './record.ts';

/** Returns the summary of a page in a list. */
export const summaryOf = ({ id, template, path, title, kicker, summary, picture, author, publishAt, event }: PageRecord): PageSummary => ({
  id,
  template,
  path,
  title,
  kicker,
  summary,
  picture,
  author,
  publishedAt: publishAt,
  event,
});

/** Sorts events by start and all other pages by date, newest first. Pages without a date come last, by title. */
export const inListOrder = (pages: readonly PageSummary[]): PageSummary[] =>
  [...pages].sort((a, b) => {
    if (a.event && b.event) return Date.parse(a.event.startsAt) - Date.parse(b.event.startsAt) || a.id.localeCompare(b.id);
    const [then, now] = [a, b].map(({ publishedAt }) => (publishedAt ? Date.parse(publishedAt) : 0)) as [number, number];
    return now - then || a.title.localeCompare(b.title) || a.id.localeCompare(b.id);
  });

/** Splits events into upcoming ones and past ones, the latest first. */
export function eventsByTime(
  events: readonly PageSummary[],
  now: number,
): { readonly upcoming: PageSummary[]; readonly past: PageSummary[] } {
  const isExpired = ({ event }: PageSummary): boolean => event !== null && Date.parse(event.endsAt) <= now;
  return { upcoming: events.filter((page) => !isExpired(page)), past: events.filter(isExpired).reverse() };
}

const WORDS_PER_MINUTE = 220;

/** Returns the reading time of a text in whole minutes, at least one. */
export const readingMinutes = (wordCount: number): number => Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
