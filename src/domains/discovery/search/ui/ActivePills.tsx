import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import type { Pill } from '../model/format-facet-value.ts';
import { cleared, type RefinedSearch } from '../model/state.ts';

export interface ActivePillsProps {
  readonly state: RefinedSearch;
  readonly pills: readonly Pill[];
  readonly addressOf: (state: RefinedSearch) => string;
  /** Where the reader goes on when a pill is gone. */
  readonly onRemove: () => void;
}

/** The filters that are on, each a link to the list without it. */
export function ActivePills({ state, pills, addressOf, onRemove }: ActivePillsProps) {
  if (pills.length === 0) return null;
  return (
    <ul className="pills" aria-label="Active filters">
      {pills.map(({ key, words, without }) => (
        <li key={key}>
          <Link className="pill" to={addressOf(without)} replace preventScrollReset onClick={onRemove} aria-label={`${words}, remove`}>
            {words}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="link link-lone" to={addressOf(cleared(state))} replace preventScrollReset onClick={onRemove}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}
