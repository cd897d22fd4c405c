/** Contract of the identity service: existence checks, metadata, change of email and the hosted pages. */
import { z } from 'zod';
import { calls, type ErrorSpec } from '#lib/define-contract.ts';
import { emailField } from '#lib/email-field.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OWNERSHIP_ERRORS, RECENT_SIGN_IN_REQUIRED, TOKEN_ERRORS, TOO_MANY_ATTEMPTS, WRONG_PASSWORD } from './model/errors.ts';
import { nameField, user } from './model/user.ts';

/** Rate limit of the calls that reveal whether an account exists [ID-43, API-22]. */
const EXISTENCE_PER_MINUTE = 30;

const anyText = storableText(400);
const customerID = z.coerce.number().int().min(0).max(2_147_483_647);
const json = z.string().max(8_000).optional();

const EMAIL_TAKEN = 'This e-mail belongs to another account. Please choose a different one.';
const emailTaken: ErrorSpec = {
  status: 409,
  title: EMAIL_TAKEN,
  body: { status: 409, title: EMAIL_TAKEN, code: 'email_taken', message: EMAIL_TAKEN },
};

export const identityContract = calls({
  /** [API-29] */
  validateEmail: {
    method: 'POST',
    path: '/identity/api/validate-email',
    summary: 'Returns whether an email address has an account',
    reference: '[ID-40, API-29]',
    input: z.object({ email: anyText }),
    output: z.object({ status: z.boolean() }),
    mutates: false,
    rateLimitPerMinute: EXISTENCE_PER_MINUTE,
    errors: {},
  },
  /** [API-32] */
  checkSocialIdentity: {
    method: 'POST',
    path: '/api/check-social-identity',
    summary: 'Returns whether an email address uses social sign-in',
    reference: '[ID-42, API-32]',
    input: z.object({ email: anyText }),
    output: z.object({ isSocial: z.boolean(), provider: z.string().nullable(), error: z.string().nullable() }),
    mutates: false,
    rateLimitPerMinute: EXISTENCE_PER_MINUTE,
    errors: {},
  },
  /** [API-65] */
  getUserMetadata: {
    method: 'POST',
    path: '/api/get-user-metadata',
    summary: 'Returns an empty object if the email address has no account',
    reference: '[ACCESS-16, API-65]',
    input: z.object({ email: anyText }),
    output: z.object({ email: z.string().optional() }),
    mutates: false,
    rateLimitPerMinute: EXISTENCE_PER_MINUTE,
    errors: {},
  },
  /** [API-33] */
  changeEmailStep2: {
    method: 'POST',
    path: '/api/change-email__step-2',
    summary: 'Sends a six-digit code, valid for ten minutes, to the new address',
    reference: '[ID-44, ID-45, API-33]',
    input: z.object({
      email: emailField,
      password: z.string().max(1_000).optional().describe('Required if the sign-in is older than five minutes'),
    }),
    output: z.object({ data: z.object({ email: z.string(), minutes: z.number() }) }),
    requiresAuth: true,
    mutates: true,
    rateLimitPerMinute: EXISTENCE_PER_MINUTE,
    errors: {
      ...TOKEN_ERRORS,
      email_taken: emailTaken,
      recent_sign_in_required: RECENT_SIGN_IN_REQUIRED,
      wrong_password: WRONG_PASSWORD,
      email_same: { status: 422, title: 'That is your e-mail already.' },
      too_many_attempts: TOO_MANY_ATTEMPTS,
    },
  },
  /** [API-34] */
  changeEmailStep3: {
    method: 'POST',
    path: '/api/change-email__step-3',
    summary: 'Confirms the code and changes the address of the account',
    reference: '[ID-44, API-34]',
    input: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must be the six digits of the mail'),
    }),
    output: z.object({ data: user }),
    requiresAuth: true,
    mutates: true,
    errors: {
      ...TOKEN_ERRORS,
      email_taken: emailTaken,
      code_wrong: { status: 422, title: 'That is not the code of the mail. Please try again.' },
      code_ended: { status: 422, title: 'This code has ended. Please ask for a new one.' },
    },
  },
  /** [API-30] */
  updateMetadata: {
    method: 'GET',
    path: '/api/update-auth0-user-metadata',
    summary: "Sets the customer's names, the listed user metadata and the cart id of the market",
    reference: '[ID-38, ID-39, API-30]',
    input: z.object({
      given_name: nameField.optional(),
      family_name: nameField.optional(),
      user_metadata: json,
      app_metadata: json,
    }),
    output: z.object({ data: user }),
    requiresAuth: true,
    mutates: true,
    errors: { ...TOKEN_ERRORS, metadata_refused: { status: 422, title: '<reason>' } },
  },
  /** [API-31] */
  userWithMetadata: {
    method: 'GET',
    path: '/api/get-auth0-user-with-metadata',
    summary: 'Returns the signed-in customer',
    reference: '[ID-32, ID-33, API-31]',
    input: z.object({}),
    output: z.object({ data: user }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  /** [API-35] */
  customerGroup: {
    method: 'GET',
    path: '/api/get-customer-group',
    summary: 'Returns the customer group, which selects promotions and staff; 0 is a guest',
    reference: '[API-35]',
    input: z.object({ customerID }),
    output: z.object({ id: z.number().int(), name: z.string() }),
    mutates: false,
    errors: OWNERSHIP_ERRORS,
  },
  /** [API-36] */
  customerIdByEmail: {
    method: 'GET',
    path: '/api/get-customer-id-by-email',
    summary: "Returns the customer's own id",
    reference: '[API-36]',
    input: z.object({ email: anyText, first_name: anyText.optional(), last_name: anyText.optional() }),
    output: z.array(z.object({ id: z.number().int() })),
    requiresAuth: true,
    mutates: false,
    rateLimitPerMinute: EXISTENCE_PER_MINUTE,
    errors: OWNERSHIP_ERRORS,
  },
  /** [API-42] */
  hubspotContact: {
    method: 'GET',
    path: '/api/get-hubspot-contact',
    summary: "Returns the customer's contact record: loyalty eligibility and tier",
    reference: '[CRM-1, API-42]',
    input: z.object({}),
    output: z.object({
      id: z.string(),
      properties: z.record(z.string(), z.string().nullable()).describe('Values are strings, as in the contact service'),
      createdAt: z.string(),
      updatedAt: z.string(),
      archived: z.literal(false),
    }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  providers: {
    method: 'GET',
    path: '/identity/api/providers',
    summary: 'Returns the social sign-in services',
    reference: '[ID-49]',
    input: z.object({}),
    output: z.object({ data: z.array(z.object({ id: z.string(), label: z.string() })) }),
    mutates: false,
    errors: {},
  },
  link: {
    method: 'GET',
    path: '/identity/api/link',
    summary: 'Returns the purpose of a link from an email without using it',
    reference: '[ID-47]',
    input: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a link') }),
    output: z.object({
      data: z.object({ purpose: z.enum(['join', 'verify', 'reset', 'undo-email']), email: z.string().describe('Masked') }),
    }),
    mutates: false,
    errors: { link_ended: { status: 404, title: 'This link has ended or was used before. Please ask for a new one.' } },
  },
});
