/** Schemas of the forms of the sign-in. The server checks the same again by the contract. */
import { z } from 'zod';
import { signInMessages } from '../messages/office.ts';

const required = (message: string) => z.string({ error: message }).trim().min(1, message);

export const passwordForm = z.object({
  email: required(signInMessages.enterEmail),
  password: z.string({ error: signInMessages.enterPassword }).min(1, signInMessages.enterPassword),
});

export const totpForm = z.object({
  code: z
    .string({ error: signInMessages.enterCode })
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, signInMessages.enterCode)),
});

export const recoveryForm = z.object({ code: required(signInMessages.enterRecoveryCode) });

/** Optional fields are those that some links ask for. The server says what is missing. */
export const acceptForm = z.object({
  email: z.string().trim().optional(),
  name: required(signInMessages.enterName),
  password: z.string().optional(),
});

export const stepUpPasswordForm = z.object({
  password: z.string({ error: signInMessages.enterPassword }).min(1, signInMessages.enterPassword),
});
