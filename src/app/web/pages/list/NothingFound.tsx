import { Link } from 'react-router';
import { EmptyState } from '../../../../ui/web/EmptyState.tsx';
import { listAddress } from '../../../list-address.ts';

interface NothingFoundProps {
  readonly path: string;
  readonly query: string;
  readonly hasCategory: boolean;
  /** How many there are on other pages. */
  readonly total: number;
}

/** An empty list, and the nearest one that is not. */
export function NothingFound({ path, query, hasCategory, total }: NothingFoundProps) {
  const all = (
    <Link className={query && hasCategory ? 'link link-lone' : 'btn btn-fill'} to={path}>
      See everything
    </Link>
  );
  if (total > 0) {
    return (
      <EmptyState drawing="shelf" title="The shelf ends before this page" action={all}>
        <p>It may have been longer when the link was made.</p>
      </EmptyState>
    );
  }
  if (query === '') {
    return (
      <EmptyState drawing="shelf" title="Nothing on this shelf yet" action={all}>
        <p>We have not found one we would take home. We are still tasting.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="shelf"
      title={`Nothing called “${query}”`}
      action={
        <>
          {hasCategory && (
            <Link className="btn btn-fill" to={listAddress(path, { query })}>
              Look on every shelf
            </Link>
          )}
          {all}
        </>
      }
    >
      <p>Try fewer letters, or a grape, a place or a producer.</p>
    </EmptyState>
  );
}
