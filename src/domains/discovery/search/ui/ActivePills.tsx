import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { facetValueMessages } from '../messages/facet-values.ts';
import type { Pill } from '../model/format-facet-value.ts';
import { cleared, type RefinedSearch } from '../model/state.ts';

export interface ActivePillsProps {
  readonly state: RefinedSearch;
  readonly pills: readonly Pill[];
  readonly addressOf: (state: RefinedSearch) => string;
  /** Called when a filter is cleared, to move the focus. */
  readonly onRemove: () => void;
}

/** Shows the active filters, each as a link to the list without it. */
export function ActivePills({ state, pills, addressOf, onRemove }: ActivePillsProps) {
  if (pills.length === 0) return null;
  return (
    <ul className="pills" aria-label={facetValueMessages.activeFilters}>
      {pills.map(({ key, label, without }) => (
        <li key={key}>
          <Link
            className="pill"
            to={addressOf(without)}
            replace
            preventScrollReset
            onClick={onRemove}
            aria-label={facetValueMessages.clearFilter(label)}
          >
            {label}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="link link-lone" to={addressOf(cleared(state))} replace preventScrollReset onClick={onRemove}>
          {facetValueMessages.clearAll}
        </Link>
      </li>
    </ul>
  );
}
