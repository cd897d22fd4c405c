import type { ListHelp } from '#domains/discovery/search/model/list-shape.ts';
import { noResultsMessages } from './messages/no-results.ts';
import { ResultGrid } from './ResultGrid.tsx';

/** Offers that are close to the query, or the first of the list. */
export function SuggestedOffers({ help: { show, hits } }: { help: ListHelp }) {
  if (hits.length === 0) return null;
  return (
    <section className="helpful">
      <h2 className="heading-4">{show === 'near' ? noResultsMessages.closest : noResultsMessages.youMightAlsoLike}</h2>
      <ResultGrid offers={hits} isWaiting={false} />
    </section>
  );
}
