import '#domains/content/ui/content.css';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo } from './page-head.ts';

/** Body of a content page, for example about, delivery or legal pages. */
export function ContentBody({ loaded }: { loaded: LoadedPage }) {
  const { page } = loaded;
  return (
    <article className="wrap">
      <Breadcrumbs trail={breadcrumbsTo(page)} />
      <header className="art-head">
        {page.kicker && <p className="label quiet">{page.kicker}</p>}
        <h1 className="d52">{page.title}</h1>
        {page.summary && <p className="lede">{page.summary}</p>}
      </header>
      <div className="art-grid is-lone">
        <div className="blocks">
          <PageBlocks loaded={loaded} />
        </div>
      </div>
    </article>
  );
}
