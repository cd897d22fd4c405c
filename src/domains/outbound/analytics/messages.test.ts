import { expect, test } from 'vitest';
import { noticeText } from './messages.ts';
import { EVENTS } from './model/events.ts';

const on = noticeText({ isEnabled: true, choice: null, sharedWith: [] });
const asked = noticeText({ isEnabled: false, choice: null, sharedWith: [] });

test('names everything that is sent about a customer who signs in', () => {
  const labels: Readonly<Record<string, string>> = { user_id: 'customer id', email: 'email', loyalty_tier: 'loyalty tier' };
  for (const property of Object.keys(EVENTS['User Identified'].properties))
    for (const text of [on, asked]) expect(text).toContain(labels[property] ?? `a word for ${property}`);
});

test('names the purpose and how to object', () => {
  for (const text of [on, asked]) expect(text).toMatch(/improve the shop.*at any time/);
  expect(asked).toContain('Nothing is sent unless you allow it.');
});

test('names the recipients', () => {
  expect(on).not.toContain('process');
  expect(noticeText({ isEnabled: true, choice: 'yes', sharedWith: ['Segment'] })).toContain('Segment processes it for us.');
  expect(noticeText({ isEnabled: true, choice: 'yes', sharedWith: ['Segment', 'HubSpot'] })).toContain(
    'Segment and HubSpot process it for us.',
  );
});

test('shows that analytics is off after consent is denied', () => {
  expect(noticeText({ isEnabled: false, choice: 'no', sharedWith: [] })).toBe('Analytics is off.');
});
