import { inCategoryOrder } from '#domains/catalogue/model/category-order.ts';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import type { FacetCount } from '#packages/search-engine/index.ts';
import type { RefinementFacet } from '../model/facets.ts';
import { formatFacetValue } from '../model/format-facet-value.ts';

export interface FacetValuesProps {
  readonly facet: RefinementFacet;
  readonly values: readonly FacetCount[];
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}

/** Shows checkboxes for the values of a facet, each with its number of offers. */
export function FacetValues({ facet, values, chosen, onToggle }: FacetValuesProps) {
  const display = useCategoryDisplay();
  const shown = facet.attribute === 'categories' ? inCategoryOrder(values, ({ value }) => value, display) : values;
  return (
    <ul>
      {shown.map(({ value, count }) => (
        <li key={value}>
          <label className="check">
            <input type="checkbox" name={facet.urlKey} value={value} checked={chosen.includes(value)} onChange={() => onToggle(value)} />
            <span className="check-words">{formatFacetValue(facet.attribute, value, display)}</span>
            <span className="n num">{count}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
