/** Stories of the home page below its offers. */

import type { PageSummary } from '#domains/content/model/page-view.ts';
import type { ClubLine } from '#domains/selling/clubs/model/club-view.ts';
import { minOf } from '#lib/extremes.ts';

export interface HomeStories {
  readonly article: Pick<PageSummary, 'path' | 'title' | 'summary' | 'author'> | null;
  /** Clubs that accept members. Null if there are none. */
  readonly clubs: { readonly count: number; readonly fromPrice: number; readonly caseImageUrl: string | null } | null;
}

/**
 * Returns the newest article that belongs to the site, and a summary of the clubs.
 * @param isAbout returns true if an article is about what the site sells
 * @param caseImageUrl picture of a case, for the clubs
 */
export function homeStories(
  articles: readonly PageSummary[],
  clubs: readonly Pick<ClubLine, 'isOpen' | 'fromPrice'>[],
  isAbout: (article: PageSummary) => boolean,
  caseImageUrl: string | null,
): HomeStories {
  const story = articles.find(isAbout) ?? articles[0];
  const open = clubs.filter(({ isOpen }) => isOpen);
  return {
    article: story ? { path: story.path, title: story.title, summary: story.summary, author: story.author } : null,
    clubs: open.length > 0 ? { count: open.length, fromPrice: minOf(open.map(({ fromPrice }) => fromPrice)), caseImageUrl } : null,
  };
}
