/** Rules for names of people. Emails repeat names, so a name must not contain a link. */
import { isStorable } from '#lib/is-storable-text.ts';

export const NAME_MAX_LENGTH = 60;

/** Rule as the end of a sentence that starts with the name of the field. */
export const NAME_RULE = 'must be a name without a web address';

/** Characters that browsers read as a dot in host names. */
const DOT = /[.\u3002\uff0e\uff61]/;
const isPartOfHost = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}-]/u.test(character);

/**
 * Returns true if a mail program might turn the text into a link: it contains a slash, an @, or a dot between two letters or
 * digits. Allows initials followed by a space or another initial: `J. R. Hartley`, `J.R. Hartley`.
 */
export function hasLink(text: string): boolean {
  const characters = [...text.normalize('NFKC').replace(/\p{Cf}/gu, '')];
  return characters.some((character, index) => {
    if (character === '/' || character === '\\' || character === '@') return true;
    if (!DOT.test(character)) return false;
    const isInitials = /[.\s]/.test(characters[index + 2] ?? '.') && !isPartOfHost(characters[index - 2]);
    return isPartOfHost(characters[index - 1]) && isPartOfHost(characters[index + 1]) && !isInitials;
  });
}

/** Returns true if a text can be a given or family name. Callers check for empty names. */
export const isPersonName = (name: string): boolean =>
  name.length <= NAME_MAX_LENGTH && isStorable(name) && !/\p{Cc}/u.test(name) && !hasLink(name);
