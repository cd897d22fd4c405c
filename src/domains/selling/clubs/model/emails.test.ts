import { expect, test } from 'vitest';
import { DEFAULT_MAIL_TEXTS } from '#domains/settings/model/mail-texts.ts';
import { renderEmailText } from '#lib/email-content.ts';
import { reminderEmail } from './emails.ts';

const DATA = {
  texts: DEFAULT_MAIL_TEXTS,
  givenName: 'Grace',
  club: 'The Table',
  accountUrl: 'https://shop.example/account/wine-clubs?membership=m',
  market: 'AU',
} as const;
const CARD = { brand: 'Visa', last4: '4242', expiryMonth: 2, expiryYear: 2027 };

test.each([
  { name: 'a good card', card: CARD, words: 'We’ll charge $159.90 (including delivery) to your Visa ending in 4242 on 10 February 2027' },
  { name: 'a card that runs out first', card: { ...CARD, expiryMonth: 1 }, words: 'will have expired by then' },
  { name: 'no card', card: null, words: 'You don’t have a saved card for it' },
])('shows the charge in a reminder and links to the skip: $name', ({ card, words }) => {
  const text = renderEmailText(reminderEmail({ period: 2, variant: 'A dozen', on: '2027-02-10', amount: '$159.90', card })(DATA));
  expect(text).toContain(words);
  expect(text).toContain('https://shop.example/account/wine-clubs?membership=m&skip=2');
});
