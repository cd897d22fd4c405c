import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageSummary } from '#domains/content/model/page-view.ts';
import { PagePicture, type PictureOf } from '#domains/content/ui/PagePicture.tsx';
import './PagesList.css';

export interface PagesListProps {
  readonly pages: readonly PageSummary[];
  readonly pictureOf: PictureOf;
  /** Small text below a title: a date or a place. */
  readonly noteOf: (page: PageSummary) => ReactNode;
  readonly level?: 2 | 3;
}

/** Pages as cards. Each card is one link. */
export function PagesList({ pages, pictureOf, noteOf, level = 2 }: PagesListProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <ul className="page-cards">
      {pages.map((page) => (
        <li key={page.id} className="page-card">
          {page.picture ? <PagePicture picture={page.picture} pictureOf={pictureOf} /> : <div className="engraving vineyard" />}
          {page.kicker && <p className="label text-muted">{page.kicker}</p>}
          <Heading className="heading-4">
            <Link to={page.path} prefetch="intent" viewTransition>
              {page.title}
            </Link>
          </Heading>
          {page.summary && <p>{page.summary}</p>}
          <p className="small text-muted">{noteOf(page)}</p>
        </li>
      ))}
    </ul>
  );
}
