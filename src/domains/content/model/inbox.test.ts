import { expect, test } from 'vitest';
import { mainAnswer, replyAddress } from './inbox.ts';

const ANSWERS = [
  { label: 'Name', value: 'Ada' },
  { label: 'Phone', value: '' },
  { label: 'Message', value: 'Do you have the 2019?\nWe need a case.' },
];

test('shows the longest answer', () => {
  expect(mainAnswer(ANSWERS)).toBe(ANSWERS[2]?.value);
  expect(mainAnswer([])).toBe('');
});

test('quotes the message in the reply', () => {
  const url = new URL(replyAddress('ada+wine@example.com', 'Re: Questions & answers', ANSWERS));
  expect(decodeURIComponent(url.pathname)).toBe('ada+wine@example.com');
  expect(url.searchParams.get('subject')).toBe('Re: Questions & answers');
  expect(url.searchParams.get('body')).toBe('\n\n> Name: Ada\n> Message: Do you have the 2019?\n> We need a case.');
});

test('adds no recipient or header that a sender wrote', () => {
  const url = replyAddress('ada@example.com?bcc=all@example.com', 'Re: Hello', [{ label: 'M', value: '&cc=x@example.com' }]);
  expect([...new URL(url).searchParams.keys()]).toEqual(['subject', 'body']);
});

test('shortens a long message without half a character', () => {
  const url = replyAddress('a@b.example', 'Re', [{ label: 'M', value: '🍷'.repeat(1_000) }]);
  expect(decodeURIComponent(url).length).toBeLessThan(1_300);
});
