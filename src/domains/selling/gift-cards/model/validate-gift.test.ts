import { expect, test } from 'vitest';
import { isGiftDay, lastGiftDay, validateGift } from './validate-gift.ts';

test.each([
  { name: 'at once', sendOn: '', today: '2026-11-21', isFine: true },
  { name: 'today', sendOn: '2026-11-21', today: '2026-11-21', isFine: true },
  { name: 'yesterday', sendOn: '2026-11-20', today: '2026-11-21', isFine: false },
  { name: 'a year from today', sendOn: '2027-11-21', today: '2026-11-21', isFine: true },
  { name: 'a day more', sendOn: '2027-11-22', today: '2026-11-21', isFine: false },
  { name: 'a year from 29 February', sendOn: '2029-02-28', today: '2028-02-29', isFine: true },
  { name: 'the day after that', sendOn: '2029-03-01', today: '2028-02-29', isFine: false },
])('validates the date of a card sent $name', ({ sendOn, today, isFine }) => {
  expect(isGiftDay(sendOn, today)).toBe(isFine);
  expect(lastGiftDay(today) > today).toBe(true);
});

const FINE = { recipientName: 'Ada', recipientEmail: 'ada@example.com', senderName: '', message: '', sendOn: '' };
test.each([
  { name: 'nothing where all is well', gift: {}, faults: [] },
  { name: 'a missing name', gift: { recipientName: ' ' }, faults: ['recipientName'] },
  { name: 'a missing address', gift: { recipientEmail: '' }, faults: ['recipientEmail'] },
  { name: 'half an address', gift: { recipientEmail: 'ada@example' }, faults: ['recipientEmail'] },
  { name: 'a link in their name', gift: { recipientName: 'Win at evil.example' }, faults: ['recipientName'] },
  { name: 'a link in the name of the sender', gift: { senderName: 'https://evil.example' }, faults: ['senderName'] },
  { name: 'nothing in initials', gift: { recipientName: 'J.R. Hartley', senderName: 'Dr. O’Neil-Ng' }, faults: [] },
  { name: 'a day that is past', gift: { sendOn: '2026-01-01' }, faults: ['sendOn'] },
])('reports $name', ({ gift, faults }) => {
  expect(Object.keys(validateGift({ ...FINE, ...gift }, '2026-11-21'))).toEqual(faults);
});
