import { type RefObject, useEffect, useRef } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { filterMessages } from '../messages/filters.ts';
import { type FilterOnlyFacet, facetsFor, RANGES, REFINEMENT_KEYS, type RefinementFacet } from '../model/facets.ts';
import type { FacetResult } from '../model/list-shape.ts';
import type { PriceScale } from '../model/price-stops.ts';
import { bounded, type RefinedSearch, refined, toggled } from '../model/state.ts';
import { serializeSearch } from '../model/url-state.ts';
import { FacetGroup } from './FacetGroup.tsx';
import { FacetValues } from './FacetValues.tsx';
import { PriceFilter } from './PriceFilter.tsx';
import type { FacetScope } from './use-facet-values.ts';

export interface FilterPanelProps {
  /** Path of the list, the form's action without JavaScript. */
  readonly path: string;
  readonly state: RefinedSearch;
  readonly facets: readonly FacetResult[];
  readonly prices: PriceScale | null;
  readonly scope: FacetScope;
  readonly onChange: (state: RefinedSearch) => void;
}

/** Facets that are open from the start. */
const OPEN: readonly string[] = ['categories', 'varietals', 'regions'];
const OPEN_RANGE = { low: null, high: null };

/** Renders hidden fields for the parts of the state that the form has no controls for. */
function HiddenState({ state, facets }: { state: RefinedSearch; facets: readonly RefinementFacet[] }) {
  const displayed = new Set<string>(facets.map(({ attribute }) => attribute));
  const others = {
    ...state,
    page: 1,
    toggle: [],
    refinementList: Object.fromEntries(Object.entries(state.refinementList).filter(([name]) => !displayed.has(name))),
  };
  return serializeSearch(others)
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
      return <input key={pair} type="hidden" name={name} value={value} />;
    });
}

/** Applies the first checkbox that was ticked before hydration. Others are reset. */
function useEarlyTicks(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
    const changedBox = boxes.find((box) => box.checked !== box.defaultChecked);
    if (!changedBox) return;
    changedBox.checked = changedBox.defaultChecked;
    changedBox.click();
  }, [form]);
}

/** Shows all facets of the market in a form, which works without JavaScript. With JavaScript each tick applies at once. */
export default function FilterPanel({ path, state, facets, prices, scope, onChange }: FilterPanelProps) {
  const displayed = facetsFor(useMarketConfig().market);
  const lists = displayed.filter((facet): facet is RefinementFacet => facet.facetType === 'refinement');
  // Guests see no secret offers, so excluding them would change nothing.
  const { user } = useAuth();
  const switches = displayed.filter(
    (facet): facet is FilterOnlyFacet =>
      facet.facetType === 'filter-only' && (facet.attribute !== 'secret' || user !== null || state.toggle.includes(facet.attribute)),
  );
  const findResult = (attribute: string): FacetResult =>
    facets.find((facet) => facet.attribute === attribute) ?? { attribute, values: [], total: 0 };
  const [range] = RANGES;
  const [bands, ...groups] = lists;
  const chosenBands = (bands && state.refinementList[bands.attribute]) ?? [];
  const hasSlider = prices !== null || state.multiRange[range.attribute] !== undefined;
  const search = serializeSearch(state);
  const form = useRef<HTMLFormElement>(null);
  useEarlyTicks(form);
  return (
    <form ref={form} className="filters" action={path} method="get" onSubmit={(event) => event.preventDefault()}>
      <HiddenState state={state} facets={lists} />
      {bands && (hasSlider || chosenBands.length > 0) && (
        <fieldset className="facet facet-price">
          <legend>{bands.label}</legend>
          {hasSlider && (
            <div className="needs-script">
              <PriceFilter
                scale={prices ?? { stops: [0, 1], bars: [0] }}
                range={state.multiRange[range.attribute] ?? OPEN_RANGE}
                onChange={(next) => onChange(bounded(state, range.attribute, next))}
              />
            </div>
          )}
          <FacetValues
            facet={bands}
            values={findResult(bands.attribute).values}
            chosen={chosenBands}
            onToggle={(value) => onChange(refined(state, bands.attribute, value))}
          />
        </fieldset>
      )}
      {groups
        .filter(({ attribute }) => findResult(attribute).values.length > 0)
        .map((facet) => (
          <FacetGroup
            key={facet.attribute}
            facet={facet}
            result={findResult(facet.attribute)}
            chosen={state.refinementList[facet.attribute] ?? []}
            scope={{ ...scope, search }}
            isOpen={OPEN.includes(facet.attribute)}
            allAddress={`${path}?${[search, `all=${REFINEMENT_KEYS.get(facet.attribute)}`].filter(Boolean).join('&')}`}
            onToggle={(value) => onChange(refined(state, facet.attribute, value))}
          />
        ))}
      <fieldset className="facet facet-last">
        <legend className="visually-hidden">{filterMessages.exclude}</legend>
        {switches.map(({ attribute, pillsLabel, urlKey }) => (
          <label key={attribute} className="check">
            <input
              type="checkbox"
              name={urlKey}
              value="true"
              checked={state.toggle.includes(attribute)}
              onChange={() => onChange(toggled(state, attribute))}
            />
            <span className="check-words">{pillsLabel}</span>
          </label>
        ))}
      </fieldset>
      <noscript>
        <button type="submit" className="button button-primary button-wide">
          {filterMessages.apply}
        </button>
      </noscript>
    </form>
  );
}
