/**
 * Assigns picture files to offers by their names. A file is named after the id, number (`sku`) or bar code of its offer, further pictures
 * with a suffix such as `-2` or `_back`.
 */

const SUFFIX = /[-_ ][a-z0-9]{1,12}$/;

/** Returns the names that an offer of this file may have, in lower case: the whole name first, then without a suffix. */
export function offerNamesOf(file: string): readonly [string, string] {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  const stem = (dot > 0 ? base.slice(0, dot) : base).toLowerCase();
  return [stem, stem.replace(SUFFIX, '')];
}

/**
 * Returns the offers of each file. Files without one have an empty list.
 * @param found offers with the name by which they were found, as `offerNamesOf` writes it
 */
export function matchPictureFiles<Offer extends { readonly name: string }>(
  files: readonly string[],
  found: readonly Offer[],
): { readonly file: string; readonly offers: readonly Offer[] }[] {
  const byName = Map.groupBy(found, ({ name }) => name);
  return files.map((file) => {
    const [whole, withoutSuffix] = offerNamesOf(file);
    return { file, offers: byName.get(whole) ?? byName.get(withoutSuffix) ?? [] };
  });
}
