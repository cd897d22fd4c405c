import '../../../../content/web/content.css';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { pageContext } from '../../page-context.ts';
import type { Route } from './+types/ContentPage.ts';
import { loadPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { pageHead, trailTo } from './page-head.ts';

export const loader = ({ url, context }: Route.LoaderArgs) => loadPage(context.get(pageContext), url.pathname);

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? pageHead(matches, { page: loaderData.page }) : [];
}

/** A page of the retailer's own words: about, delivery, the law. */
export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { page } = loaderData;
  return (
    <article className="wrap">
      <Breadcrumbs trail={trailTo(page)} />
      <header className="art-head">
        {page.kicker && <p className="label quiet">{page.kicker}</p>}
        <h1 className="d52">{page.title}</h1>
        {page.summary && <p className="lede">{page.summary}</p>}
      </header>
      <div className="art-grid is-lone">
        <div className="blocks">
          <PageBlocks loaded={loaderData} />
        </div>
      </div>
    </article>
  );
}
