/** Names of people, which mails repeat to whoever is written to: they may not carry a link. */
import { isStorable } from '#lib/is-storable-text.ts';

export const NAME_MAX_LENGTH = 60;

/** What a name must be, to end a sentence that names the field. */
export const NAME_RULE = 'must be a name without a web address';

/** Dots as browsers read them in host names. */
const DOT = /[.\u3002\uff0e\uff61]/;
const isPartOfHost = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}-]/u.test(character);

/**
 * Whether mail programs might make a link of a text: it holds a slash, an @, or a dot between two letters or digits. An initial
 * keeps its dot where a space or another initial follows: `J. R. Hartley`, `J.R. Hartley`.
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

/** Whether a text can be the given or family name of an account. Empty is left to whoever asks. */
export const isPersonName = (name: string): boolean =>
  name.length <= NAME_MAX_LENGTH && isStorable(name) && !/\p{Cc}/u.test(name) && !hasLink(name);
