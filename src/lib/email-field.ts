/** Email addresses as calls and records carry them. Kept apart from the rule itself, because schemas stay out of pages. */
import { z } from 'zod';
import { EMAIL_RULE, isEmail } from './email.ts';

/** Room for spaces around an address; addresses themselves end at `EMAIL_MAX_LENGTH`. */
const INPUT_MAX_LENGTH = 400;

const trimmed = z.string().max(INPUT_MAX_LENGTH, EMAIL_RULE).trim();

/** Trimmed, and one that `isEmail` takes. */
export const emailField = trimmed.refine(isEmail, EMAIL_RULE);

/** The same, or empty. */
export const emptyOrEmailField = trimmed.refine((text) => text === '' || isEmail(text), EMAIL_RULE);
