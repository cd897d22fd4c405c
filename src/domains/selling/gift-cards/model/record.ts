/** A gift card in the interchange format with its ledger: issued, redeemed, returned and expired amounts [GIFT-4]. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { ledgerEntryRecord } from '#lib/ledger-record.ts';
import { MARKETS } from '#markets/market.ts';
import { normaliseCode } from './code.ts';

const isoDateTime = z.iso.datetime({ offset: true });

export const giftCardRecord = z.object({
  record: z.literal('gift-card'),
  id: z.uuid(),
  code: z.string().refine((code) => normaliseCode(code) === code, 'must be sixteen letters and digits of a gift card code'),
  market: z.enum(MARKETS),
  initial: z.number().positive().max(10_000_000),
  expiresAt: isoDateTime,
  recipientEmail: storableText(254).default(''),
  recipientName: storableText(60).default(''),
  senderName: storableText(60).default(''),
  message: storableText(500).default(''),
  sendAt: isoDateTime,
  sentAt: isoDateTime.nullable().default(null),
  orderId: z.uuid().nullable().default(null),
  position: z.number().int().min(0).nullable().default(null),
  unit: z.number().int().min(0).nullable().default(null),
  entries: z.array(ledgerEntryRecord).max(10_000),
});
export type GiftCardRecord = z.output<typeof giftCardRecord>;
