/** A customer in the interchange format: one JSON object per line. */
import { z } from 'zod';
import { CONSENT_SOURCES, MARKETING_CHANNELS } from '#domains/customers/consent/model/marketing.ts';
import { DEFAULT_TIER, TIERS } from '#domains/customers/identity/model/tiers.ts';
import { userMetadata } from '#domains/customers/identity/model/user.ts';
import { emailField } from '#lib/email-field.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { addressFields } from './address.ts';

const market = z.enum(MARKETS);
const id = storableText(64).min(1).nullable().default(null);

const marketRecord = z.object({
  tier: z.enum(TIERS).default(DEFAULT_TIER),
  externalId: id,
  contactId: id,
  loyaltyExcluded: z.boolean().optional(),
  loyaltyNote: storableText(200).optional(),
});

const addressRecord = addressFields.extend({ market, isDefault: z.boolean().default(false) });

const instrumentRecord = z.object({
  market,
  /** The gateway's token of the card, never its number. */
  gatewayToken: storableText(200)
    .min(1)
    .regex(/^(?!\d{12,19}$)/, 'must be the token of the gateway, not a card number'),
  brand: storableText(30).min(1),
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.number().int().min(1).max(12),
  expiryYear: z.number().int().min(2000).max(2100),
  isDefault: z.boolean().default(false),
});

const customerFields = z.object({
  record: z.literal('customer'),
  /** Used if given and free. The email address identifies the customer. */
  id: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
  /** Subject of the customer's tokens. Generated if missing. */
  subject: id,
  createdAt: z.iso.datetime({ offset: true }).nullable().default(null),
  email: emailField,
  emailVerified: z.boolean().default(false),
  givenName: storableText(60).default(''),
  familyName: storableText(60).default(''),
  phone: storableText(30).default(''),
  group: z.literal('STAFF').nullable().default(null),
  /** Plain text, for samples only. Hashed by the import and never exported. */
  password: z.string().min(1).max(200).nullable().default(null),
  /** Argon2id in PHC form. */
  passwordHash: z
    .string()
    .max(300)
    .regex(/^\$argon2id\$/, 'must be argon2id in PHC form')
    .nullable()
    .default(null),
  userMetadata: userMetadata.default({}),
  /** Consents and withdrawals. Without them `userMetadata` counts, unless the shop has a later withdrawal. */
  consents: z
    .array(
      z.object({
        channel: z.enum(MARKETING_CHANNELS),
        granted: z.boolean(),
        wording: storableText(500).default(''),
        source: z.enum(CONSENT_SOURCES).default('import'),
        market: market.nullable().default(null),
        at: z.iso.datetime({ offset: true }).nullable().default(null),
      }),
    )
    .max(1_000)
    .optional(),
  /** Linked accounts at other identity providers. */
  identities: z
    .array(z.object({ provider: storableText(30).min(1), subject: storableText(255).min(1) }))
    .max(20)
    .default([]),
  markets: z.partialRecord(market, marketRecord).default({}),
  addresses: z.array(addressRecord).max(200).default([]),
  instruments: z.array(instrumentRecord).max(200).default([]),
});
/** Given consents determine the metadata: the latest entry of each channel. */
export const customerRecord = customerFields.overwrite((record) => {
  if (record.consents === undefined) return record;
  const inOrder = [...record.consents].sort((a, b) => Date.parse(a.at ?? '9999') - Date.parse(b.at ?? '9999'));
  const states = inOrder
    .filter(({ channel }) => channel !== 'push')
    .map(({ channel, granted }) => [`marketing_${channel}`, granted] as const);
  return { ...record, userMetadata: { ...record.userMetadata, ...Object.fromEntries(states) } };
});
/** Like `customerRecord`, without the group STAFF, which sees every offer. An import accepts STAFF only on request. */
export const customerRecordWithoutStaff = customerRecord.refine(({ group }) => group !== 'STAFF', {
  path: ['group'],
  message: 'the group STAFF is imported only with --allow-staff-group',
});
export type CustomerRecord = z.output<typeof customerRecord>;
export type CustomerRecordInput = z.input<typeof customerRecord>;
