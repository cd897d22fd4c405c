/** Synonyms of queries. Phrases are written folded: lower case, no accents, words separated by one space. */
export interface SynonymTable {
  /** Every phrase of a row finds every other one. */
  readonly same: readonly (readonly string[])[];
  /** The first phrase finds the others, not the reverse. */
  readonly oneWay: readonly (readonly [phrase: string, ...finds: string[]])[];
  /** Words that a query may contain without requiring them. */
  readonly optional: readonly string[];
}

export const NO_SYNONYMS: SynonymTable = { same: [], oneWay: [], optional: [] };

export interface CompiledSynonyms {
  /** The phrases that a phrase finds, each as its words. */
  readonly finds: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Number of words of the longest phrase. */
  readonly longest: number;
  readonly optional: ReadonlySet<string>;
}

/** Prepares a table for lookup by phrase. */
export const compileSynonyms = (table: SynonymTable): CompiledSynonyms => {
  const finds = new Map<string, (readonly string[])[]>();
  const add = (phrase: string, found: readonly string[]) =>
    finds.set(phrase, [...(finds.get(phrase) ?? []), ...found.map((each) => each.split(' '))]);
  for (const row of table.same)
    for (const phrase of row)
      add(
        phrase,
        row.filter((other) => other !== phrase),
      );
  for (const [phrase, ...found] of table.oneWay) add(phrase, found);
  let longest = 1;
  for (const phrase of finds.keys()) longest = Math.max(longest, phrase.split(' ').length);
  return { finds, longest, optional: new Set(table.optional) };
};
