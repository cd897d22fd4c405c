import { formatDate } from '#domains/content/model/page-dates.ts';
import { readingMinutes } from '#domains/content/model/page-summaries.ts';
import type { PageView } from '#domains/content/model/page-view.ts';
import { PagePicture } from '#domains/content/ui/PagePicture.tsx';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import type { LoadedPage } from './load-page.ts';
import { pictureFrom, StoryBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo, JOURNAL } from './page-head.ts';
import './ArticleBody.css';
import { articleMessages } from './messages.ts';

/** Returns the number of words of all texts. */
const countWords = (page: PageView): number =>
  page.blocks
    .flatMap((block) => (block.type === 'text' ? block.body : []))
    .flatMap((node) => (node.kind === 'list' ? node.items.flat() : node.line))
    .reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

/** Body of an article. */
export function ArticleBody({ loaded }: { loaded: LoadedPage }) {
  const { page, offers } = loaded;
  const { locale } = useMarketConfig();
  const by = [page.author, page.publishedAt && formatDate(page.publishedAt, locale)].filter(Boolean).join(', ');
  const minutes = readingMinutes(countWords(page));
  return (
    <article className="art">
      <div className="container">
        <Breadcrumbs breadcrumbs={breadcrumbsTo(page, JOURNAL)} />
      </div>
      <header className="article-head container">
        {page.kicker && <p className="label text-muted">{page.kicker}</p>}
        <h1 className="heading-1">{page.title}</h1>
        {page.summary && <p className="intro">{page.summary}</p>}
        <p className="small text-muted article-by">
          {by && articleMessages.by(by)}
          {page.isLocked ? '' : articleMessages.minutes(minutes)}
        </p>
      </header>
      {page.picture && (
        <div className="article-picture">
          <PagePicture picture={page.picture} pictureOf={pictureFrom(offers)} />
        </div>
      )}
      <StoryBlocks loaded={loaded} />
    </article>
  );
}
