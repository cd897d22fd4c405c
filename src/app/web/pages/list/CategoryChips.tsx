import { Link } from 'react-router';
import type { Category } from '../../../../catalogue/category.ts';
import { CATEGORY_WORDS, listedCategories } from '../../../../catalogue/category-words.ts';
import { listAddress } from '../../../list-address.ts';
import { listPathOf } from '../../../shop-links.ts';

/** The categories of a list as links; the words searched for stay. */
export function CategoryChips({ kind, query, category }: { kind: 'wine' | 'spirits'; query: string; category: Category | undefined }) {
  const chips = [
    { label: 'All', category: undefined },
    ...listedCategories(kind).map((each) => ({ label: CATEGORY_WORDS[each].label, category: each })),
  ];
  return (
    <nav aria-label="Categories">
      <ul className="chips">
        {chips.map((chip) => (
          <li key={chip.label}>
            <Link
              className="chip"
              to={listAddress(listPathOf(kind), { query, category: chip.category })}
              aria-current={chip.category === category ? 'page' : undefined}
              prefetch="intent"
              replace
              preventScrollReset
            >
              {chip.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
