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
 * The search box of the header. A submitted query that differs from the last one on this path runs a pre-search [SRCH-26]. Without hits
 * the whole list opens, and the history entry keeps the query as `originalQuery` [SRCH-29]. Suggestions load at the first use.
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
  const [asked, setAsked] = useState<{ readonly words: string; readonly hasResult: boolean } | null>(null);
  const [askedOn, setAskedOn] = useState(pathname);
  if (askedOn !== pathname) {
    setAskedOn(pathname);
    setAsked(null);
  }

  const ask = async (words: string): Promise<boolean> => {
    setSearching(true);
    const hasResult = await import('./pre-search.ts').then(
      ({ preSearch }) => preSearch(calls, index, words, kind),
      () => true,
    );
    setSearching(false);
    setAsked({ words, hasResult });
    return hasResult;
  };
  const search = async (words: string): Promise<void> => {
    if (words === '') return navigate(path);
    const hasResult = asked?.words === words ? asked.hasResult : await ask(words);
    if (!hasResult) return navigate(path, { state: { originalQuery: words } });
    return navigate(`${path}?query=${encodeURIComponent(words.toWellFormed())}`);
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
            <Suggestions key={query} kind={kind} path={path} input={input} onSearch={(words) => void search(words)} />
          </Suspense>
        )}
      </form>
    </search>
  );
}
