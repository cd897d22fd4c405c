/** Writes documents as hits of the hosted search protocol, with the requested attributes and `_highlightResult`. */

import { createHighlighter, type Highlighted, type SearchResponse } from '#packages/search-engine/index.ts';
import type { SearchDocument } from './search-attributes.ts';
import type { WireParams } from './wire-params.ts';

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

const isEverything = (attributes: readonly string[]): boolean => attributes.length === 1 && attributes[0] === '*';

/** Returns the attributes of a document that `attributesToRetrieve` selects, always with `objectID`. */
export const retrieved = (document: SearchDocument, attributes: readonly string[]): Record<string, unknown> => {
  if (isEverything(attributes)) return { ...document };
  const chosen = chooser(attributes);
  return Object.fromEntries(Object.entries(document).filter(([name]) => name === 'objectID' || chosen(name)));
};

/** JSON of the documents with all attributes, without the last brace. The index returns the same objects for frequent hits. */
const written = new WeakMap<SearchDocument, string>();

const openRecord = (document: SearchDocument): string => {
  const cached = written.get(document);
  if (cached !== undefined) return cached;
  const made = JSON.stringify(document).slice(0, -1);
  written.set(document, made);
  return made;
};

/** Writes the JSON of a highlight. Most texts do not match, and `JSON.stringify` takes longer for an object than for its text. */
const writeHighlight = (highlighted: Highlighted): string =>
  highlighted.matchLevel === 'none'
    ? `{"value":${JSON.stringify(highlighted.value)},"matchLevel":"none","matchedWords":[]}`
    : JSON.stringify(highlighted);

/** Creates a function that writes the JSON of a text's highlight. Texts such as countries occur in several hits. */
const createHighlightWriter = (highlight: (text: string) => Highlighted): ((text: string) => string) => {
  const made = new Map<string, string>();
  return (text) => {
    let json = made.get(text);
    if (json === undefined) {
      json = writeHighlight(highlight(text));
      made.set(text, json);
    }
    return json;
  };
};

/**
 * Creates the function that writes the JSON of a hit from a document of a response. Writes text and not objects, which are large,
 * because a hit repeats the texts of its document as highlights.
 */
export const hitWriter = <D extends SearchDocument>(
  response: SearchResponse<D>,
  params: WireParams,
  queryID: string | null,
): ((document: D) => string) => {
  const { attributesToRetrieve } = params;
  const open = isEverything(attributesToRetrieve)
    ? openRecord
    : (document: D) => JSON.stringify(retrieved(document, attributesToRetrieve)).slice(0, -1);
  const highlight = createHighlightWriter(createHighlighter(response.plan, { ...params.tags, typos: response.typos }));
  const attributes = HIGHLIGHTED.filter(chooser(params.attributesToHighlight));
  const highlights = (document: D): string => {
    let json = '';
    for (const attribute of attributes) {
      const value = document[attribute];
      const made = typeof value === 'string' ? highlight(value) : `[${value.map(highlight).join()}]`;
      json += `${json === '' ? '' : ','}"${attribute}":${made}`;
    }
    return json;
  };
  const search = queryID === null ? '' : `,"queryID":${JSON.stringify(queryID)}`;
  return (document) => {
    const marked = attributes.length === 0 ? '' : `,"_highlightResult":{${highlights(document)}}`;
    return `${open(document)}${search}${marked}}`;
  };
};
