import { BlockColumn } from '#domains/content/ui/Blocks.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo } from './page-head.ts';
import './ArticleBody.css';

/** Body of a content page, for example about, delivery or legal pages. */
export function ContentBody({ loaded }: { loaded: LoadedPage }) {
  const { page } = loaded;
  return (
    <article className="container">
      <Breadcrumbs breadcrumbs={breadcrumbsTo(page)} />
      <header className="article-head">
        {page.kicker && <p className="label text-muted">{page.kicker}</p>}
        <h1 className="heading-2">{page.title}</h1>
        {page.summary && <p className="intro">{page.summary}</p>}
      </header>
      <div className="article-grid is-lone">
        <BlockColumn>
          <PageBlocks loaded={loaded} />
        </BlockColumn>
      </div>
    </article>
  );
}
