/** Compares the index with brute force over the documents, the query plan and the definition of a match. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Clause,
  type Condition,
  compares,
  createIndex,
  editDistance,
  type Filter,
  hasValue,
  isBetween,
  openIndex,
  prefixDistance,
  type QueryPlan,
  type QueryToken,
  type SearchRequest,
  type TypoTolerance,
  wordsOf,
} from '#packages/search-engine/index.ts';
import { generateOffers, randomFrom } from '#tests/bench/generate-offers.ts';
import { runs } from '#tests/stress/run-count.ts';
import { FACET_ATTRIBUTES, type FacetAttribute, NUMERIC_ATTRIBUTES, type SearchDocument, TEXT_FIELDS } from './search-attributes.ts';
import { accessBits, SearchAudience } from './search-audience.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';

const termsOf = (document: SearchDocument): Set<string> =>
  new Set(
    TEXT_FIELDS.flatMap((field) => field.read(document))
      .flatMap((text) => wordsOf(text))
      .flatMap(({ parts, joined }) => (joined === null ? parts : [...parts, joined])),
  );

/** Returns the fewest typos with which a word occurs among terms, or infinity. */
const typosOf = ({ text, prefix, typos }: QueryToken, terms: ReadonlySet<string>): number => {
  const distances = [...terms].map((term) => (prefix ? prefixDistance(text, term) : editDistance(text, term)));
  const least = Math.min(Number.POSITIVE_INFINITY, ...distances);
  return least <= typos ? least : Number.POSITIVE_INFINITY;
};

const planTypos = (plan: QueryPlan, terms: ReadonlySet<string>): number =>
  plan
    .filter((segment) => segment.required)
    .map(({ alternatives }) => Math.min(...alternatives.map(({ words }) => words.reduce((sum, word) => sum + typosOf(word, terms), 0))))
    .reduce((sum, typos) => sum + typos, 0);

const valuesOf = (document: SearchDocument, attribute: string): string[] => {
  if (attribute === 'objectID') return [document.objectID];
  const value = FACET_ATTRIBUTES[attribute as FacetAttribute](document);
  return (Array.isArray(value) ? value.map(String) : value === null ? [] : [String(value)]).filter((each) => each !== '');
};

const conditionHolds = (document: SearchDocument, condition: Condition): boolean => {
  if (condition.kind === 'value') {
    return (
      valuesOf(document, condition.attribute).some((value) => value.toLowerCase() === condition.value.toLowerCase()) !== condition.negated
    );
  }
  const number = NUMERIC_ATTRIBUTES[condition.attribute as keyof typeof NUMERIC_ATTRIBUTES](document);
  const above = condition.lowOpen ? number > condition.low : number >= condition.low;
  const below = condition.highOpen ? number < condition.high : number <= condition.high;
  return (above && below) !== condition.negated;
};

const passes = (document: SearchDocument, filter: Filter): boolean =>
  filter.every((clause) => clause.some((condition) => conditionHolds(document, condition)));

const countOf = (documents: readonly SearchDocument[], attribute: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const document of documents) for (const value of valuesOf(document, attribute)) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const bruteForce = (documents: readonly SearchDocument[], plan: QueryPlan, request: SearchRequest, facets: readonly string[]) => {
  const displayed = documents.filter((document) => request.eligibility.allows(accessBits(document)));
  const typos = new Map(displayed.map((document) => [document, planTypos(plan, termsOf(document))]));
  const fewest = Math.min(Number.POSITIVE_INFINITY, ...typos.values());
  const most = { true: Number.MAX_VALUE, false: 0, min: fewest, strict: fewest + 1 }[String(request.typoTolerance) as 'min'];
  const found = displayed.filter(
    (document) => (typos.get(document) ?? Number.POSITIVE_INFINITY) <= most && Number.isFinite(typos.get(document)),
  );
  const filter = request.filter ?? [];
  const own = (clause: Clause, attribute: string) => clause.every((condition) => condition.attribute === attribute);
  const hits = found.filter((document) => passes(document, filter));
  const counts = facets.map((attribute) => {
    const others = request.disjunctive?.includes(attribute) ? filter.filter((clause) => !own(clause, attribute)) : filter;
    return [
      attribute,
      countOf(
        found.filter((document) => passes(document, others)),
        attribute,
      ),
    ];
  });
  return { ids: hits.map((document) => document.objectID).sort(), facets: Object.fromEntries(counts) };
};

const FACETS = ['categories', 'varietals', 'countries', 'tags', 'packSize', 'vintage', 'isMixed'];
const AUDIENCES: readonly SearchAudience[] = [
  new SearchAudience({ territory: 'AU', tiers: ['GUEST', 'ALL'], secret: false }),
  new SearchAudience({ territory: 'SG', tiers: ['GOLD', 'ALL'], secret: true }),
  new SearchAudience({ territory: 'AU', tiers: 'any', secret: true }),
];
const documents = generateOffers(400, { seed: 3, hidden: 0.3 });

const misspelt = (text: string, random: () => number): string => {
  const at = Math.floor(random() * text.length);
  const kinds = [
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}x${text.slice(at)}`,
    text.slice(0, at) +
      text
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      text.slice(at + 2),
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? text;
};

const queryFrom = (seed: number, kind: number): string => {
  const random = randomFrom(seed);
  const document = documents[Math.floor(random() * documents.length)] as SearchDocument;
  const texts = [
    '',
    document.varietal,
    `${document.brand} ${document.name}`,
    `${document.region} ${document.category}`,
    `the ${document.country} shiraz`,
    'cab sav',
    'wine',
  ];
  const text = texts[kind % texts.length] ?? '';
  return kind % 3 === 0 ? text : kind % 3 === 1 ? misspelt(text, random) : text.slice(0, Math.ceil(text.length * random()));
};

const condition = fc.oneof(
  fc.record({ attribute: fc.constantFrom(...FACETS), pick: fc.nat(399), negated: fc.boolean() }).map(({ attribute, pick, negated }) => {
    const values = valuesOf(documents[pick] as SearchDocument, attribute);
    return hasValue(attribute, (values[0] ?? 'none').toUpperCase(), negated);
  }),
  fc
    .record({
      attribute: fc.constantFrom('packPrice', 'bottlePrice', 'vintage', 'packSize'),
      by: fc.constantFrom('<', '<=', '=', '!=', '>=', '>'),
      pick: fc.nat(399),
    })
    .map(({ attribute, by, pick }) =>
      compares(attribute, by as '<', Number(valuesOf(documents[pick] as SearchDocument, attribute)[0] ?? 12)),
    ),
  fc
    .tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 5, max: 60 }), fc.boolean())
    .map(([low, high, negated]) => isBetween('bottlePrice', low, high, negated)),
  fc.nat(420).map((n) => hasValue('objectID', `offer-${n}`, true)),
);

const request = fc.record({
  eligibility: fc.constantFrom(...AUDIENCES),
  seed: fc.nat(),
  kind: fc.nat(20),
  filter: fc.array(
    fc.oneof(
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      condition.map((one) => [one, one]),
    ),
    { maxLength: 3 },
  ),
  disjunctive: fc.subarray(FACETS),
  typoTolerance: fc.constantFrom<TypoTolerance>(true, false, 'min', 'strict'),
  sort: fc.constantFrom('default' as const, 'price_asc' as const, 'price_desc' as const),
});

describe('an index', () => {
  const index = createIndex(SEARCH_SCHEMA, documents);

  test('returns the hits and counts of a brute-force search', () => {
    fc.assert(
      fc.property(request, ({ seed, kind, ...rest }) => {
        const request: SearchRequest = {
          ...rest,
          query: queryFrom(seed, kind),
          facets: FACETS,
          hitsPerPage: 1000,
          maxValuesPerFacet: 1000,
        };
        const response = index.search(request);
        const expected = bruteForce(documents, response.plan, request, FACETS);
        expect(response.hits.map((hit) => hit.objectID).sort()).toEqual(expected.ids);
        expect(response.nbHits).toBe(expected.ids.length);
        const counts = FACETS.map((attribute) => [
          attribute,
          Object.fromEntries((response.facets.get(attribute) ?? []).map(({ value, count }) => [value, count])),
        ]);
        expect(Object.fromEntries(counts)).toEqual(expected.facets);
      }),
      { numRuns: runs(300) },
    );
  });

  test('returns the same after changes as an index built from the result, also during a merge and when restored from its image', () => {
    const change = fc.record({
      put: fc.array(fc.nat(499), { maxLength: 60 }),
      remove: fc.array(fc.nat(499), { maxLength: 60 }),
      slices: fc.nat(60),
      reopened: fc.boolean(),
    });
    const offers = generateOffers(500, { seed: 4, hidden: 0.2 });
    const other = generateOffers(500, { seed: 5, hidden: 0.2 });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), request, (changes, { seed, kind, ...rest }) => {
        const current = new Map(offers.slice(0, 300).map((document) => [document.objectID, document]));
        let changing = createIndex(SEARCH_SCHEMA, current.values(), { mergeThreshold: 20 });
        changes.forEach(({ put, remove, slices, reopened }, iteration) => {
          const documentsPut = put.map((n) => (iteration % 2 === 0 ? other : offers)[n] as SearchDocument);
          changing.update({ put: documentsPut, remove: remove.map((n) => `offer-${n}`) });
          for (const n of remove) current.delete(`offer-${n}`);
          for (const document of documentsPut) current.set(document.objectID, document);
          for (let slice = 0; slice < slices; slice++) changing.tidy();
          if (reopened) changing = openIndex(SEARCH_SCHEMA, structuredClone(changing.image()), { mergeThreshold: 20 });
        });
        const request: SearchRequest = { ...rest, query: queryFrom(seed, kind), facets: FACETS, hitsPerPage: 1000 };
        const { plan: _changed, ...response } = changing.search(request);
        const { plan: _built, ...expected } = createIndex(SEARCH_SCHEMA, current.values()).search(request);
        expect(response).toEqual(expected);
        expect(changing.size).toBe(current.size);
      }),
      { numRuns: runs(60) },
    );
  });
});
