/** Text that the database can hold as it is. Of all strings it refuses two kinds: those with a NUL, and halves of characters. */
import { z } from 'zod';

/** False for a text with a NUL or a lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A string of at most `max` characters, trimmed, as records carry them. */
export const storableText = (max: number) => z.string().trim().max(max).refine(isStorable, 'must not hold NUL or half a character');
