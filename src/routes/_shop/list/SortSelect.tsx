import type { Sort } from '#domains/discovery/search/model/search-attributes.ts';
import { type RefinedSearch, sorted } from '#domains/discovery/search/model/state.ts';
import { serializeSearch } from '#domains/discovery/search/model/url-state.ts';
import { listMessages } from './messages.ts';

const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'default', label: listMessages.sorts.default },
  { value: 'price_asc', label: listMessages.sorts.price_asc },
  { value: 'price_desc', label: listMessages.sorts.price_desc },
];

export interface SortSelectProps {
  readonly path: string;
  readonly state: RefinedSearch;
  readonly onChange: (state: RefinedSearch) => void;
}

/** Sort order of a list [NAME-10]. A form, so that it works without JavaScript. */
export function SortSelect({ path, state, onChange }: SortSelectProps) {
  const params = serializeSearch(sorted(state, 'default')).split('&').filter(Boolean);
  return (
    <form className="sort" action={path} method="get">
      {params.map((pair) => {
        const [name = '', value = ''] = pair.split('=').map((part) => decodeURIComponent(part));
        return <input key={pair} type="hidden" name={name} value={value} />;
      })}
      <label className="small" htmlFor="sort">
        {listMessages.sortBy}
      </label>
      <select
        id="sort"
        className="select"
        name="sortBy"
        value={state.sortBy === 'default' ? '' : state.sortBy}
        onChange={(event) => onChange(sorted(state, SORTS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'default'))}
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value === 'default' ? '' : value}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="button button-outline">
          {listMessages.sort}
        </button>
      </noscript>
    </form>
  );
}
