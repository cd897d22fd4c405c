/** Schemas of the forms about staff, roles and one's own account. The server checks the same again by the contract. */
import { z } from 'zod';
import { signInMessages } from '../messages/office.ts';
import { accountMessages, inviteMessages, roleMessages } from '../messages/people.ts';
import { marketName, permissionName } from './records.ts';

const required = (message: string) => z.string({ error: message }).trim().min(1, message);

/** Ids of the roles that were ticked. */
const roleIds = z.array(z.coerce.number().int()).min(1, signInMessages.chooseRole);

export const inviteForm = z.object({ email: required(inviteMessages.enterEmail), name: z.string().trim().max(80).optional(), roleIds });

export const memberForm = z.object({ name: required(signInMessages.enterName).max(80), roleIds });

/** The highest refund that a form takes, in dollars. */
const MAX_LIMIT = 1_000_000;
const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/;

const { errors } = roleMessages;
export const roleForm = z.object({
  name: required(errors.name).max(60),
  description: z.string().trim().max(300).optional(),
  permissions: z.array(permissionName).min(1, errors.permissions),
  markets: z.array(marketName).min(1, errors.markets),
  /** In dollars. Left out for no limit. */
  refundLimit: z
    .string()
    .trim()
    .regex(AMOUNT, errors.limit)
    .refine((text) => Number(text) <= MAX_LIMIT, errors.limit)
    .optional(),
});

export const ownNameForm = z.object({ name: required(accountMessages.errors.name).max(80) });

export const ownPasswordForm = z.object({
  password: z.string({ error: accountMessages.errors.password }).min(1, accountMessages.errors.password),
});

export const passkeyNameForm = z.object({ name: z.string().trim().max(60).optional() });

export const apiKeyForm = z.object({
  name: required(accountMessages.errors.keyName).max(60),
  scopes: z.array(permissionName).min(1, accountMessages.errors.scopes),
  days: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, accountMessages.errors.days)
    .refine((text) => Number(text) >= 1 && Number(text) <= 3_650, accountMessages.errors.days)
    .optional(),
});
