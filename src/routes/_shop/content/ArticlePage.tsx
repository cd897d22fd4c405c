import { article } from '#routes/_layout/json-ld.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/ArticlePage.ts';
import { ArticleBody } from './ArticleBody.tsx';
import { loadPage } from './load-page.ts';
import { JOURNAL, type PageHead, pageHead } from './page-head.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export const loader = ({ url, context }: Route.LoaderArgs) => loadPage(context.get(pageContext), url.pathname);

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { page, offers } = loaderData;
  const data: PageHead['data'] = (origin, image, shopName) => (import.meta.env.SSR ? [article(origin, page, image, shopName)] : []);
  return pageHead(matches, { page, offers, list: JOURNAL, data }, { type: 'article' });
}

/** Page of an article [CONT-10]. */
export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  return <ArticleBody loaded={loaderData} />;
}
