import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { searchBoxMessages } from '../messages/search-box.ts';
import type { Kind } from '../model/list-shape.ts';
import { useForLoaders, useSearchCalls } from './use-search-calls.ts';

const Suggestions = lazyComponent(() => import('./Suggestions.tsx'));

export interface SearchBoxProps {
  readonly kind: Kind;
  /** Path of the results: `path?query=…`. */
  readonly path: string;
  /** Index of the pre-search. */
  readonly index: string;
  /** Name of the search box: "Search wines". */
  readonly label: string;
  readonly placeholder: string;
  /** Query of the current list. */
  readonly query: string;
}

/**
 * Shows the search box of the header. A submitted query that differs from the last one on this path runs a pre-search [SRCH-26].
 * Without hits the whole list opens, and the history entry keeps the query as `originalQuery` [SRCH-29]. Suggestions load at the
 * first use.
 */
export function SearchBox({ kind, path, index, label, placeholder, query }: SearchBoxProps) {
  const navigate = useNavigate();
  const calls = useSearchCalls();
  useForLoaders();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  // The shopper may have focused the box before hydration.
  useEffect(() => setUsed(document.activeElement === input.current), []);
  const [isSearching, setSearching] = useState(false);
  const { pathname } = useLocation();
  // The last pre-search. A change of the path resets it [SRCH-30].
  const [lastSearch, setLastSearch] = useState<{ readonly query: string; readonly hasResult: boolean } | null>(null);
  const [lastPathname, setAskedOn] = useState(pathname);
  if (lastPathname !== pathname) {
    setAskedOn(pathname);
    setLastSearch(null);
  }

  const ask = async (query: string): Promise<boolean> => {
    setSearching(true);
    const hasResult = await import('./pre-search.ts').then(
      ({ preSearch }) => preSearch(calls, index, query, kind),
      () => true,
    );
    setSearching(false);
    setLastSearch({ query, hasResult });
    return hasResult;
  };
  const search = async (query: string): Promise<void> => {
    if (query === '') return navigate(path);
    const hasResult = lastSearch?.query === query ? lastSearch.hasResult : await ask(query);
    if (!hasResult) return navigate(path, { state: { originalQuery: query } });
    return navigate(`${path}?query=${encodeURIComponent(query.toWellFormed())}`);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void search(input.current?.value.trim() ?? '');
  };

  return (
    <search>
      <form className="search" action={path} method="get" onSubmit={submit} aria-busy={isSearching}>
        <button type="submit" aria-label={searchBoxMessages.search}>
          <Icon name="search" />
        </button>
        <input
          key={query}
          ref={input}
          className="input"
          type="search"
          name="query"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => setUsed(true)}
        />
        {isUsed && (
          <Suspense>
            <Suggestions key={query} kind={kind} path={path} input={input} onSearch={(query) => void search(query)} />
          </Suspense>
        )}
      </form>
    </search>
  );
}
