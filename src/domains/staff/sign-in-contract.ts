/** Office calls of the sign-in and of invitations that are accepted. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import {
  CODE_ERRORS,
  EMAIL_INVALID,
  LINK_ERRORS,
  PASSKEY_ERRORS,
  PASSWORD_ERRORS,
  PASSWORD_MISSING,
  SIGN_IN_ERRORS,
  THROTTLED,
} from './messages/errors.ts';
import { officeCalls } from './model/office-call.ts';
import {
  FACTORS,
  isoTime,
  linkToken,
  newPassword,
  passkeyName,
  passkeyOptions,
  recoveryCode,
  recoveryCodes,
  staffName,
  totpCode,
  totpSetup,
  webAuthnJson,
} from './model/records.ts';

/** Sign-in calls per client address and minute. Guesses are throttled more strictly. */
const STEPS_PER_MINUTE = 60;
const REFERENCE = 'docs/decisions/0145-staff-access.md';

const factor = z.enum(FACTORS);

/**
 * What the sign-in needs next. `factor`: one of `factors`. `set_up`: a second factor, by one of the set-up calls. `done`: load
 * `redirectTo`, which ends in the page that was asked for.
 */
const signInStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('start') }),
  z.object({ step: z.literal('factor'), email: z.string(), factors: z.array(factor) }),
  z.object({ step: z.literal('set_up'), email: z.string(), hasPassword: z.boolean(), canSetUpLater: z.boolean() }),
  z.object({ step: z.literal('done'), redirectTo: z.string() }),
]);

const returnTo = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'must be a path of the office, encoded as in an address')
  .optional()
  .describe('Page to open after the sign-in');

/** Shared by the calls before the sign-in. They set cookies, so a stored response would be useless to a repeat. */
const PUBLIC_STEP = {
  method: 'POST',
  reference: REFERENCE,
  permission: 'public',
  mutates: true,
  handlesRepeats: true,
  rateLimitPerMinute: STEPS_PER_MINUTE,
} as const;

export const signInContract = officeCalls({
  signInState: {
    method: 'GET',
    path: '/office/v1/sign-in',
    summary: 'Returns how to sign in and what an unfinished sign-in needs next',
    reference: REFERENCE,
    input: z.object({}),
    output: z.object({
      identity: z.enum(['built_in', 'external']).describe('external: load startAt instead of showing a form'),
      startAt: z.string().describe('Starts the sign-in at the identity provider; takes returnTo'),
      shopName: z.string(),
      hasStaff: z.boolean().describe('False on a new shop whose first owner has not been invited'),
      next: signInStep,
    }),
    permission: 'public',
    mutates: false,
    errors: {},
  },
  signInPassword: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/password',
    summary: 'Checks email and password',
    input: z.object({ email: storableText(400), password: z.string().max(1_000), returnTo }),
    output: signInStep,
    errors: SIGN_IN_ERRORS,
  },
  signInPasskeyOptions: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/passkey/options',
    summary: 'Returns the challenge for any passkey of this office',
    input: z.object({ returnTo }),
    output: passkeyOptions,
    errors: {},
  },
  signInPasskey: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/passkey',
    summary: 'Checks a passkey, which signs in without a password',
    input: z.object({ response: webAuthnJson }),
    output: signInStep,
    errors: { ...PASSKEY_ERRORS, ...THROTTLED },
  },
  signInTotp: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/totp',
    summary: 'Checks the code of an authenticator after the password',
    input: z.object({ code: totpCode }),
    output: signInStep,
    errors: CODE_ERRORS,
  },
  signInRecoveryCode: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/recovery-code',
    summary: 'Uses up a recovery code after the password',
    input: z.object({ code: recoveryCode }),
    output: signInStep,
    errors: CODE_ERRORS,
  },
  signInSetUpTotp: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/set-up/totp',
    summary: 'Starts an authenticator for someone who has no second factor yet',
    input: z.object({}),
    output: totpSetup,
    errors: { ...LINK_ERRORS, ...PASSWORD_MISSING },
  },
  signInConfirmTotp: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/set-up/totp/confirm',
    summary: 'Confirms the authenticator by its first code, returns recovery codes and signs in',
    input: z.object({ code: totpCode }),
    output: z.object({ recoveryCodes, next: signInStep }),
    errors: { ...CODE_ERRORS, ...LINK_ERRORS },
  },
  signInSetUpPasskey: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/set-up/passkey',
    summary: 'Starts a passkey for someone who has no second factor yet',
    input: z.object({}),
    output: passkeyOptions,
    errors: LINK_ERRORS,
  },
  signInConfirmPasskey: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/set-up/passkey/confirm',
    summary: 'Saves the new passkey, returns recovery codes and signs in',
    input: z.object({ response: webAuthnJson, name: passkeyName }),
    output: z.object({ recoveryCodes, next: signInStep }),
    errors: { ...PASSKEY_ERRORS, ...LINK_ERRORS },
  },
  signInSetUpLater: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/set-up/later',
    summary: 'Signs in without a second factor, on a sample shop on this machine only',
    input: z.object({}),
    output: signInStep,
    errors: LINK_ERRORS,
  },
  signInCancel: {
    ...PUBLIC_STEP,
    path: '/office/v1/sign-in/cancel',
    summary: 'Drops an unfinished sign-in, to start with another account',
    input: z.object({}),
    output: signInStep,
    errors: {},
  },
  invitation: {
    method: 'GET',
    path: '/office/v1/invitation',
    summary: 'Returns for whom a link is, without using it',
    reference: REFERENCE,
    input: z.object({ token: linkToken }),
    output: z.object({
      kind: z.enum(['invitation', 'factor_reset', 'first_run']).describe('first_run: asks for the email as well'),
      email: z.string().nullable(),
      name: z.string(),
      roles: z.array(z.string()),
      invitedBy: z.string(),
      expiresAt: isoTime,
    }),
    permission: 'public',
    mutates: false,
    rateLimitPerMinute: STEPS_PER_MINUTE,
    errors: LINK_ERRORS,
  },
  acceptInvitation: {
    ...PUBLIC_STEP,
    path: '/office/v1/invitation/accept',
    summary: 'Takes name and password; the link is used up once a second factor is set up',
    input: z.object({
      token: linkToken,
      email: storableText(400).optional().describe('For first_run only'),
      name: staffName,
      password: newPassword.optional().describe('May be left out if a passkey follows'),
    }),
    output: signInStep,
    errors: { ...LINK_ERRORS, ...PASSWORD_ERRORS, ...EMAIL_INVALID },
  },
});
