/** How staff filter and sort pages. */
export const PAGE_STATES = ['live', 'scheduled', 'draft', 'ended', 'archived'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const PAGE_SORTS = ['changed', '-changed', 'title', '-title', 'path', '-path'] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

/** What the state of a page follows from. */
export interface PageTimes {
  /** Null for a page that was never published. */
  readonly published: { readonly state: string; readonly publishAt: string | null; readonly endAt: string | null } | null;
  readonly isArchived: boolean;
}

/** Returns the state of a page at an instant, in ms since 1970. */
export function pageStateOf({ published, isArchived }: PageTimes, now: number): PageState {
  if (isArchived) return 'archived';
  if (published === null || published.state === 'draft') return 'draft';
  if (published.endAt !== null && Date.parse(published.endAt) <= now) return 'ended';
  return published.publishAt !== null && Date.parse(published.publishAt) > now ? 'scheduled' : 'live';
}

/** What can be done with several pages. */
export const BULK_PAGE_ACTIONS = ['publish', 'take_down', 'archive'] as const;
export type BulkPageAction = (typeof BULK_PAGE_ACTIONS)[number];
