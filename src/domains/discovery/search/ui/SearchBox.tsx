import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Kind } from '../model/list-shape.ts';
import { searchFor } from '../model/state.ts';
import { serializeSearch } from '../model/url-state.ts';
import { useForLoaders, useSearchCalls } from './use-search-calls.ts';

const Suggestions = lazyComponent(() => import('./Suggestions.tsx'));

export interface SearchBoxProps {
  readonly kind: Kind;
  /** Where a search leads: `path?query=words`. */
  readonly path: string;
  /** The index that a pre-search asks. */
  readonly index: string;
  /** Name of the search box: "Search wines". */
  readonly label: string;
  readonly placeholder: string;
  /** The words of the list being read. */
  readonly query: string;
}

/**
 * The search box of the masthead. What is typed, where it differs from what was asked last on this path, is searched for before
 * the page changes: where nothing is found, the whole list is shown and the words are kept beside it (SPEC.md §4 "Search").
 * Suggestions are loaded when the box is first used.
 */
export function SearchBox({ kind, path, index, label, placeholder, query }: SearchBoxProps) {
  const navigate = useNavigate();
  const calls = useSearchCalls();
  useForLoaders();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  // Who was quicker than the script is in the box already.
  useEffect(() => setUsed(document.activeElement === input.current), []);
  const [isSearching, setSearching] = useState(false);
  const { pathname } = useLocation();
  // What was searched for last; forgotten with the path.
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
    return navigate(`${path}?${serializeSearch(searchFor(words))}`);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void search(input.current?.value.trim() ?? '');
  };

  return (
    <search>
      <form className="search" action={path} method="get" onSubmit={submit} aria-busy={isSearching}>
        <button type="submit" aria-label="Search">
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
