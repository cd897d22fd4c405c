import { useNavigate } from 'react-router';
import { type ListState, listAddress } from '../../../list-address.ts';

const SORTS = [
  { value: '', label: 'Best match' },
  { value: 'price_asc', label: 'Price, low first' },
  { value: 'price_desc', label: 'Price, high first' },
] as const;

type Sort = Exclude<(typeof SORTS)[number]['value'], ''>;

/** True for an order that may stand in an address. */
export const isSort = (value: string): value is Sort => value !== '' && SORTS.some((sort) => sort.value === value);

/** The order of a list: a form, so that it works without JavaScript; with it, choosing is enough. */
export function SortSelect({ path, state: { query = '', category, sortBy } }: { path: string; state: ListState }) {
  const navigate = useNavigate();
  const choose = (value: string) => {
    const address = listAddress(path, { query, category, sortBy: isSort(value) ? value : undefined });
    void navigate(address, { replace: true, preventScrollReset: true });
  };
  return (
    <form className="sort" action={path} method="get">
      {query && <input type="hidden" name="query" value={query} />}
      {category && <input type="hidden" name="category" value={category} />}
      <label className="small" htmlFor="sort">
        Sort by
      </label>
      <select id="sort" className="select" name="sortBy" value={sortBy ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn btn-line">
          Sort
        </button>
      </noscript>
    </form>
  );
}
