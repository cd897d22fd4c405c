import { useEffect, useState } from 'react';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { searchCalls } from '../contract.ts';
import type { Kind } from '../list-answer.ts';
import { recentSearches } from './recent-searches.ts';
import { recentGroups, type SuggestionGroup, suggestionGroups } from './suggestion-groups.ts';

const TYPING_MS = 120;

/** Groups for what is typed so far; earlier searches while nothing is. Groups of earlier words stay until the next ones are here. */
export function useSuggestions(kind: Kind, path: string, words: string): readonly SuggestionGroup[] {
  const [groups, setGroups] = useState<readonly SuggestionGroup[]>([]);
  useEffect(() => {
    if (words === '') {
      setGroups(recentGroups(recentSearches()));
      return;
    }
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = await client(searchCalls, fetchTransport())
        .suggest({ kind, words })
        .catch(() => null);
      if (!isStale && answer?.ok) setGroups(suggestionGroups(answer.value, path, kind === 'wine' ? 'Wines' : 'Spirits'));
    }, TYPING_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [kind, path, words]);
  return groups;
}
