/** What emails say by default is what they said when their texts became settings: byte for byte. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reminderEmail } from '#domains/selling/clubs/model/emails.ts';
import { giftCardEmail } from '#domains/selling/gift-cards/model/gift-card-email.ts';
import type { OrderView, ShipmentView } from '#domains/selling/orders/contract.ts';
import { cancelledEmail, receiptEmail, refundEmail, shipmentEmail } from '#domains/selling/orders/model/order-email.ts';
import { MAILS } from '#domains/settings/messages/mails.ts';
import { DEFAULT_MAIL_TEXTS, type MailId } from '#domains/settings/model/mail-texts.ts';
import { renderMail } from '#routes/_layout/render-email.tsx';
import type { RenderedMail } from '#routes/email-templates.ts';
import { renderSample, sampleOrder } from './mail-samples.ts';

/** Subjects and texts, and digests of the HTML, from before there were settings for them. */
const recorded = z
  .record(z.string(), z.object({ subject: z.string(), text: z.string(), html: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('../../../tests/fixtures/mail-defaults.json', import.meta.url), 'utf8')));

const TEXTS = DEFAULT_MAIL_TEXTS;
const SHOP = {
  texts: TEXTS,
  origin: 'https://shop.example',
  supportPhone: '1800 555 010',
  taxPercent: 10,
  seller: { name: 'Orchard Traders Pty Ltd', taxId: '12 345 678 901' },
  licence: 'Licence 1',
};
const order = sampleOrder('AU');
const parcel = (id: string): ShipmentView => ({
  id,
  at: order.placedAt,
  carrier: 'Carrier',
  trackingNumber: '',
  trackingUrl: '',
  lines: [{ position: 0, name: 'Shiraz', quantity: 1 }],
});
const [one, two] = [parcel('a'), parcel('b')];
const event = (to: 'Partially Shipped' | 'Shipped') => ({ at: order.placedAt, event: 'shipped' as const, to, amount: null, carrier: null });
const parts = { order: { ...order, shipments: [one, two], timeline: [event('Partially Shipped'), event('Shipped')] }, shop: SHOP };
const refund = { id: 'r', at: order.placedAt, amount: 150, toCard: 100, isDone: true, reason: 'Broken', lines: [] };
const club = { texts: TEXTS, givenName: '', club: 'The Table', accountUrl: 'https://shop.example/account', market: 'AU' as const };
const due = { period: 2, variant: 'A six', on: '2027-02-10', amount: '$80.00' };
const giftCards: OrderView = { ...order, lineItems: order.lineItems.map((line) => ({ ...line, category: 'Gift card' })) };
const card = {
  id: 'g',
  code: 'SAMPLESAMPLESAMP',
  market: 'AU' as const,
  cents: 5_000,
  expiresAt: new Date('2029-05-01T02:03:04Z'),
  recipientEmail: 'a@example.com',
  recipientName: '',
  senderName: 'http://evil.example',
  message: '',
};

const ids = Object.keys(MAILS) as MailId[];
const rendered: Readonly<Record<string, RenderedMail>> = {
  ...Object.fromEntries(ids.map((id) => [`${id} AU`, renderSample(renderMail, id, { market: 'AU', shop: SHOP })])),
  'order-received SG': renderSample(renderMail, 'order-received', { market: 'SG', shop: SHOP }),
  'receipt of gift cards': renderMail('order', receiptEmail({ order: giftCards, shop: SHOP })),
  'a part of an order': renderMail('order', shipmentEmail(parts, one)),
  'the rest of an order': renderMail('order', shipmentEmail(parts, two)),
  'a refund to card and credit': renderMail('order', refundEmail({ order, shop: SHOP }, refund)),
  'a cancellation without refund': renderMail('order', cancelledEmail({ order, shop: SHOP }, 'Sold out')),
  'a reminder without a card': renderMail('content', reminderEmail({ ...due, card: null })(club)),
  'a reminder of a card that expires': renderMail(
    'content',
    reminderEmail({ ...due, card: { brand: 'Visa', last4: '4242', expiryMonth: 1, expiryYear: 2027 } })(club),
  ),
  'a gift card without names': renderMail('content', giftCardEmail(card, 'https://shop.example', TEXTS)),
};
const digest = (html: string): string => createHash('sha256').update(html).digest('hex').slice(0, 16);

describe('by default', () => {
  test('every email has been recorded', () => {
    expect(Object.keys(rendered).sort()).toEqual(Object.keys(recorded).sort());
  });

  test.each(Object.entries(recorded))('%s says what it always said', (name, expected) => {
    const { subject, text, html } = rendered[name] ?? { subject: '', text: '', html: '' };

    expect({ subject, text, html: digest(html) }).toEqual(expected);
  });
});
