import { expect, test } from 'vitest';
import { createHighlighter, createIndex } from '#packages/search-engine/index.ts';
import { generateOffers } from '#tests/bench/generate-offers.ts';
import { MALICIOUS_STRINGS } from '#tests/fixtures/malicious-strings.ts';
import type { SearchDocument } from './search-attributes.ts';
import { SearchAudience } from './search-audience.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { hitWriter } from './wire-hits.ts';
import { readParams } from './wire-params.ts';

const MALICIOUS = MALICIOUS_STRINGS.map(({ text }) => text);
const NAMES = [...MALICIOUS, `d'Aren-berg "1" \\ <em>Sh</em>iraz`, 'Moe\u0308t Straße \u{1F377} ½', 'line\nbreak\u2028\ud800', ''];
const documents = generateOffers(NAMES.length).map((document, index) => ({ ...document, name: NAMES[index] ?? '', tags: ['"', 'Rosé'] }));
const index = createIndex(SEARCH_SCHEMA, documents);
const eligibility = new SearchAudience({ territory: 'AU', tiers: 'any', secret: true });
const QUERIES = ['', 'shiraz', 'darenberg', 'moet', '½', '\ud800', '"', 'em sh', 'rieslnig', 'red', 'NV', 'rose', ...MALICIOUS];

/** What a hit is, as an object. */
const hitOf = (document: SearchDocument, highlight: (text: string) => unknown, queryID: string) => ({
  ...document,
  queryID,
  _highlightResult: Object.fromEntries(
    (['name', 'brand', 'varietals', 'tags', 'sku'] as const).map((name) => {
      const value: string | readonly string[] = document[name];
      return [name, typeof value === 'string' ? highlight(value) : value.map(highlight)];
    }),
  ),
});

test.each(QUERIES)('writes the same JSON as JSON.stringify for the query %j', (query) => {
  const raw = { query, highlightPreTag: '"<\u2028', highlightPostTag: '\ud800', attributesToHighlight: 'name,brand,varietals,tags,sku' };
  const params = readParams(new Map(Object.entries(raw)));
  const found = index.search({ eligibility, query });
  const highlight = createHighlighter(found.plan, { ...params.tags, typos: found.typos });

  const hits = documents.map(hitWriter(found, params, 'a"b'));

  expect(hits).toEqual(documents.map((document) => JSON.stringify(hitOf(document, highlight, 'a"b'))));
});
