/** Converts documents to hits of the hosted search protocol with the requested attributes and `_highlightResult`. */

import { createHighlighter, type Highlighted, type SearchResponse } from '#packages/search-engine/index.ts';
import type { SearchDocument } from './search-attributes.ts';
import type { WireParams } from './wire-params.ts';

/** A hit of the hosted search protocol. */
export type WireHit = Readonly<Record<string, unknown>>;

/** Text attributes that a search covers. */
const HIGHLIGHTED = [
  'name',
  'brand',
  'vintage',
  'varietal',
  'varietals',
  'region',
  'regions',
  'category',
  'categories',
  'country',
  'countries',
  'tags',
  'offerStyle',
  'offerVariant',
  'sku',
] as const satisfies readonly (keyof SearchDocument)[];

/** Creates a predicate for attribute names. `*` selects all attributes, `-name` all but that one. */
const chooser = (names: readonly string[]): ((name: string) => boolean) => {
  const excluded = new Set(names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)));
  const named = new Set(names);
  const all = named.has('*') || (names.length > 0 && excluded.size === names.length);
  return (name) => !excluded.has(name) && (all || named.has(name));
};

/** Returns the attributes of a document that `attributesToRetrieve` selects, always with `objectID`. */
export const retrieved = (document: SearchDocument, attributes: readonly string[]): Record<string, unknown> => {
  if (attributes.length === 1 && attributes[0] === '*') return { ...document };
  const chosen = chooser(attributes);
  return Object.fromEntries(Object.entries(document).filter(([name]) => name === 'objectID' || chosen(name)));
};

/** Creates the function that converts documents of a response to hits. */
export const hitWriter = <D extends SearchDocument>(
  response: SearchResponse<D>,
  params: WireParams,
  queryID: string | null,
): ((document: D) => WireHit) => {
  const highlight = createHighlighter(response.plan, { ...params.tags, typos: response.typos });
  const chosen = chooser(params.attributesToHighlight);
  const attributes = HIGHLIGHTED.filter(chosen);
  // Objects whose keys are assigned in the same sequence share a shape. They are created and written several times faster.
  const highlights = (document: D): Record<string, Highlighted | Highlighted[]> => {
    const highlighted: Record<string, Highlighted | Highlighted[]> = {};
    for (const attribute of attributes) {
      const value = document[attribute];
      highlighted[attribute] = typeof value === 'string' ? highlight(value) : value.map(highlight);
    }
    return highlighted;
  };
  return (document) => {
    const hit = retrieved(document, params.attributesToRetrieve);
    if (queryID !== null) hit.queryID = queryID;
    if (attributes.length > 0) hit._highlightResult = highlights(document);
    return hit;
  };
};
