import { expect, test } from 'vitest';
import { maskAddress } from '../model/mail-log.ts';
import { hideHeaderSecrets, hideSecrets } from './hide-secrets.ts';

test('keeps the domain of a masked address', () => {
  expect(maskAddress('grace.hopper@example.com')).toBe('•••@example.com');
  expect(maskAddress('')).toBe('');
});

test('hides codes and the tokens of all links', () => {
  const stored = hideSecrets({
    subject: 'Reset your password',
    paragraphs: ['Hello Ada,'],
    action: { label: 'Choose', url: 'https://shop.example/auth/reset?token=secret' },
    also: { label: 'Help', url: 'https://shop.example/help/#secret' },
    code: '123456',
    closing: 'Cheers',
    marketing: { reason: 'You asked', unsubscribeUrl: 'https://shop.example/unsubscribe?token=secret', sender: [] },
  });

  expect(JSON.stringify(stored)).not.toMatch(/secret|123456/);
  expect(stored.action?.url).toBe('https://shop.example/auth/reset?…');
  expect(stored.paragraphs).toEqual(['Hello Ada,']);
});

test('hides the token of a payment link, which is the end of its path', () => {
  const url = `https://shop.example/checkout/${'x'.repeat(43)}`;
  const stored = hideSecrets({ subject: '', paragraphs: [], action: { label: '', url }, code: null, closing: '' });
  expect(stored.action?.url).toBe('https://shop.example/checkout/…');
});

test('leaves links without a token as they are', () => {
  const url = 'https://shop.example/gift-cards/balance';
  expect(hideSecrets({ subject: '', paragraphs: [], action: { label: '', url }, code: null, closing: '' }).action?.url).toBe(url);
});

test('hides the token of List-Unsubscribe', () => {
  expect(
    hideHeaderSecrets({
      'List-Unsubscribe': '<https://shop.example/u?token=secret>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  ).toEqual({ 'List-Unsubscribe': '<https://shop.example/u?…>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
});
