/** What is left of a saved view when somebody is erased whose name or address it searches for. */

export interface NamedPerson {
  /** In small letters. */
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
}

/** Parameters that say how a list is shown, not what it shows. */
const isLayout = (name: string): boolean => name === 'sort' || name === 'columns';

/** Returns whether a text names a person: by the address, or by given and family name in any order. */
function names({ email, givenName, familyName }: NamedPerson, text: string): boolean {
  const words = text.normalize('NFC').toLowerCase();
  const parts = [givenName, familyName].map((part) => part.trim().normalize('NFC').toLowerCase());
  return (email !== '' && words.includes(email)) || (parts.every((part) => part !== '') && parts.every((part) => words.includes(part)));
}

/**
 * Removes the searches and filters that name a person.
 * @param query of a URL
 * @returns the rest; null if nothing is left to show or the view itself is named after the person; the same query if it does not name them
 */
export function eraseFromView(view: { readonly name: string; readonly query: string }, person: NamedPerson): string | null {
  if (names(person, view.name)) return null;
  const params = new URLSearchParams(view.query);
  const named = [...new Set([...params].filter(([, value]) => names(person, value)).map(([name]) => name))];
  if (named.length === 0) return view.query;
  for (const name of named) params.delete(name);
  return [...params.keys()].every(isLayout) ? null : params.toString();
}
