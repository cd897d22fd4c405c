import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Kind, ListHelp } from '#domains/discovery/search/model/list-shape.ts';
import { useSearchCalls } from '#domains/discovery/search/ui/use-search-calls.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { noResultsMessages } from './messages/no-results.ts';
import { OtherShopLink } from './OtherSiteLink.tsx';
import { SuggestedOffers } from './SuggestedOffers.tsx';

/** Notice above the list after a search without results: the query and suggested corrections. */
export default function MissedQuery({ kind, path, missed }: { kind: Kind; path: string; missed: string }) {
  const calls = useSearchCalls();
  const [help, setHelp] = useState<{ readonly of: string; readonly help: ListHelp | null } | null>(null);
  useEffect(() => {
    let isStale = false;
    calls.list({ kind, search: buildListUrl('', { query: missed }) }).then(
      (result) => {
        if (!isStale && result.ok) setHelp({ of: missed, help: result.value.help });
      },
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [calls, kind, missed]);
  const found = help?.of === missed ? help.help : null;
  return (
    <div className="missed" role="status">
      <p className="heading-4">{noResultsMessages.noResultsFor(missed)}</p>
      <p className="text-muted">{noResultsMessages.everythingElse}</p>
      {found?.didYouMean && (
        <p>
          {fillMessage(noResultsMessages.didYouMean, {
            query: (
              <Link className="link" to={buildListUrl(path, { query: found.didYouMean })}>
                {found.didYouMean}
              </Link>
            ),
          })}
        </p>
      )}
      <OtherShopLink kind={kind} query={missed} count={found?.elsewhere ?? 0} />
      {found?.show === 'near' && <SuggestedOffers help={found} />}
    </div>
  );
}
