import type { SubmitEvent } from 'react';
import { Icon } from './Icon.tsx';

export interface SearchFormProps {
  /** Where a search leads: `path?query=words`. */
  readonly path: string;
  /** Name of the search box: "Search wines". */
  readonly label: string;
  readonly placeholder: string;
  /** The words of the list being read. */
  readonly query: string;
  /** Called with the words where JavaScript runs; without it the form is sent. */
  readonly onSearch: (query: string) => void;
}

export function SearchForm({ path, label, placeholder, query, onSearch }: SearchFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('query') ?? '').trim());
  };
  return (
    <search>
      <form className="search" action={path} method="get" onSubmit={submit}>
        <button type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
        <input
          key={query}
          className="input"
          type="search"
          name="query"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
