/** Schema of a person's name. Separate from the rule, so that pages do not load the schema library. */
import { storableText } from '#lib/is-storable-text.ts';
import { isPersonName, NAME_MAX_LENGTH, NAME_RULE } from './person-name.ts';

/** Trimmed, not empty, and without a link. */
export const nameField = storableText(NAME_MAX_LENGTH).min(1, 'must not be empty').refine(isPersonName, NAME_RULE);
