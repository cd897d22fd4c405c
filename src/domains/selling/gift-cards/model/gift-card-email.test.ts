import { expect, test } from 'vitest';
import { DEFAULT_MAIL_TEXTS } from '#domains/settings/model/mail-texts.ts';
import { type GiftCardToSend, giftCardEmail } from './gift-card-email.ts';

const CARD: GiftCardToSend = {
  id: '00000000-0000-4000-8000-0000000000aa',
  code: 'ABCDEFGHJKMNPQRS',
  market: 'AU',
  cents: 5_000,
  expiresAt: new Date('2029-05-01T02:03:04Z'),
  recipientEmail: 'ada@example.com',
  recipientName: 'Ada',
  senderName: 'Grace',
  message: '',
};

test('greets the recipient, names the sender and contains the code [GIFT-2]', () => {
  const { paragraphs } = giftCardEmail(CARD, 'https://shop.example', DEFAULT_MAIL_TEXTS);

  expect(paragraphs.slice(0, 2)).toEqual(['Hello Ada,', 'Grace has given you a $50.00 Cellardoor gift card.']);
});

test('omits names with a link', () => {
  const { paragraphs } = giftCardEmail(
    { ...CARD, recipientName: 'Ada, see evil.example', senderName: 'http://evil.example' },
    'https://shop.example',
    DEFAULT_MAIL_TEXTS,
  );

  expect(paragraphs.slice(0, 2)).toEqual(['Hello,', 'You’ve been sent a $50.00 Cellardoor gift card.']);
});
