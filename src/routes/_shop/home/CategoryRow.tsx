import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES, type Category } from '#domains/catalogue/model/category.ts';
import { categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { inCategoryOrder } from '#domains/catalogue/model/category-order.ts';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { listPathOf } from '#routes/links.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { homeMessages } from './messages.ts';

interface CategoryLink {
  readonly category: Category;
  readonly count: number;
  readonly example: CatalogueHit;
}

/** Links to all categories that have offers, each with a bottle. */
export function CategoryRow({ kind, categories }: { kind: 'wine' | 'spirits'; categories: readonly CategoryLink[] }) {
  const display = useCategoryDisplay();
  if (categories.length === 0) return null;
  return (
    <section className="styles">
      <div className="container">
        <h2 className="heading-3">{homeMessages.categoriesTitle}</h2>
      </div>
      <div className="container">
        <ul className="style-row">
          {inCategoryOrder(categories, ({ category }) => category, display).map(({ category, count, example }) => (
            <li key={category}>
              <Link
                className={`k-${CATEGORIES[category].kind}`}
                to={buildListUrl(listPathOf(kind), { category })}
                prefetch="intent"
                viewTransition
              >
                <span className="style-pic">
                  <OfferPicture offer={example} />
                </span>
                <span className="style-cap">
                  <b>{categoryLabel(category, display)}</b>
                  <span className="num text-muted">{count}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
