/** Schemas of email addresses in calls and records. Separate from the rule itself, because pages load no schemas. */
import { z } from 'zod';
import { EMAIL_RULE, isEmail } from './email.ts';

/** Includes spaces around an address; addresses are limited by `EMAIL_MAX_LENGTH`. */
const INPUT_MAX_LENGTH = 400;

const trimmed = z.string().max(INPUT_MAX_LENGTH, EMAIL_RULE).trim();

/** Trimmed and valid by `isEmail`. */
export const emailField = trimmed.refine(isEmail, EMAIL_RULE);

/** Like `emailField`, or empty. */
export const emptyOrEmailField = trimmed.refine((text) => text === '' || isEmail(text), EMAIL_RULE);
