import { Link } from 'react-router';
import { pageNumbers } from '#lib/page-numbers.ts';
import { Icon } from './Icon.tsx';
import { uiMessages } from './messages.ts';

export interface PagingProps {
  readonly page: number;
  readonly pages: number;
  readonly addressOf: (page: number) => string;
  /** True if another page replaces this one in the history. */
  readonly replace?: boolean;
}

/** Pagination with real links. Renders nothing for a single page. */
export function Paging({ page, pages, addressOf, replace = false }: PagingProps) {
  if (pages < 2) return null;
  return (
    <nav className="paging" aria-label={uiMessages.pagination}>
      {page > 1 && (
        <Link className="button button-outline" to={addressOf(page - 1)} rel="prev" prefetch="intent" replace={replace}>
          <Icon name="left" />
          {uiMessages.previous}
        </Link>
      )}
      <ul className="num">
        {pageNumbers(page, pages).map((step, index, steps) =>
          step === 'gap' ? (
            <li key={`after ${steps[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={step}>
              <Link
                to={addressOf(step)}
                aria-label={uiMessages.page(step)}
                aria-current={step === page ? 'page' : undefined}
                replace={replace}
              >
                {step}
              </Link>
            </li>
          ),
        )}
      </ul>
      {page < pages && (
        <Link className="button button-outline" to={addressOf(page + 1)} rel="next" prefetch="intent" replace={replace}>
          {uiMessages.next}
          <Icon name="right" />
        </Link>
      )}
    </nav>
  );
}
