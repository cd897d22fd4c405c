import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { isOwnTierPath } from '#domains/customers/loyalty/model/tier-selection.ts';
import { suggestionMessages } from '../messages/suggestions.ts';
import type { Kind } from '../model/list-shape.ts';
import { recentSearches } from './recent-searches.ts';
import { recentGroups, type SuggestionGroup, suggestionGroups } from './suggestion-groups.ts';
import { useSearchCalls } from './use-search-calls.ts';

const TYPING_MS = 120;

/** Returns the suggestions for the typed text, or recent searches without one. Earlier groups stay until the next ones arrive. */
export function useSuggestions(kind: Kind, path: string, query: string): readonly SuggestionGroup[] {
  const calls = useSearchCalls();
  const ownTier = isOwnTierPath(useLocation().pathname) ? 'yes' : 'no';
  const display = useCategoryDisplay();
  const [groups, setGroups] = useState<readonly SuggestionGroup[]>([]);
  useEffect(() => {
    if (query === '') {
      setGroups(recentGroups(recentSearches()));
      return;
    }
    let isStale = false;
    const timer = setTimeout(async () => {
      const result = await calls.suggest({ kind, words: query, ownTier }).catch(() => null);
      if (!isStale && result?.ok) setGroups(suggestionGroups(result.value, path, suggestionMessages.groups.offers[kind], display));
    }, TYPING_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [calls, kind, path, query, ownTier, display]);
  return groups;
}
