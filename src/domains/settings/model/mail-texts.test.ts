import { describe, expect, test } from 'vitest';
import type { MailDefinition } from '../messages/mail-parts.ts';
import { MAILS } from '../messages/mails.ts';
import { mailTextGroup } from './groups/mail-texts.ts';
import { createMailTexts, type MailId, placeholderProblem } from './mail-texts.ts';
import { checkValue } from './parse-value.ts';

const every = Object.entries<MailDefinition>(MAILS).flatMap(([mail, { texts }]) =>
  Object.entries(texts).map(([name, text]) => ({ mail, name, text })),
);

describe('a text of an email', () => {
  test.each(every)('has placeholders that it may have: $mail, $name', ({ text }) => {
    expect(placeholderProblem(text.text, text)).toBeNull();
  });

  test.each(every)('names only placeholders that it may have as needed: $mail, $name', ({ text }) => {
    expect((text.needs ?? []).filter((name) => !(text.uses ?? []).includes(name))).toEqual([]);
  });

  test('has the values of a moment in place of its placeholders', () => {
    const texts = createMailTexts('Orchard', () => ({ subject: '{shop}: #{number}', packing: 'Hello {shop}.\n\n  Your #{number}.  \n' }));

    expect(texts.line('order-received', 'subject', { number: '12' })).toBe('Orchard: #12');
    expect(texts.paragraphs('order-received', 'packing', { number: '12' })).toEqual(['Hello Orchard.', 'Your #12.']);
  });

  test('passes a value on as it is, even if it looks like a placeholder', () => {
    const texts = createMailTexts('Orchard', () => ({}));

    expect(texts.line('club-left', 'subject', { club: '{shop} & <b>' })).toBe('You have left {shop} & <b>');
  });

  test('says what the release says where it is empty', () => {
    const texts = createMailTexts('Orchard', () => ({ subject: ' ', text: '' }));

    expect(texts.line('password-reset', 'subject', {})).toBe('Reset your password');
    expect(texts.paragraphs('password-reset', 'text', {})).toHaveLength(1);
  });
});

describe('a changed text', () => {
  test.each<{ name: string; mail: MailId; value: Record<string, string>; issue: [string, RegExp] }>([
    {
      name: 'with an unknown placeholder',
      mail: 'order-received',
      value: { subject: 'Order {order}' },
      issue: ['subject', /^has no value for \{order\}; it may have \{number\}, \{shop\}$/],
    },
    { name: 'with a lone brace', mail: 'order-received', value: { subject: 'Order {number' }, issue: ['subject', /^has a brace/] },
    {
      name: 'without what it needs',
      mail: 'club-reminder',
      value: { text: 'See you soon' },
      issue: ['text', /^must contain \{payment\}$/],
    },
    {
      name: 'whose subject has a line break',
      mail: 'order-received',
      value: { subject: 'Order\r\nBcc: eve@example.com' },
      issue: ['subject', /^must be one line of plain text/],
    },
    { name: 'that is too long', mail: 'order-received', value: { subject: 'a'.repeat(151) }, issue: ['subject', /150/] },
    { name: 'with control characters', mail: 'club-left', value: { text: 'a\u0007b' }, issue: ['text', /^must be plain text/] },
  ])('is refused $name', ({ mail, value, issue: [field, message] }) => {
    const { issues } = checkValue(mailTextGroup(mail), 'AU', value);

    expect(issues.map(({ path }) => path)).toEqual([[field]]);
    expect(issues[0]?.message).toMatch(message);
  });

  test('is stored, and nothing else is', () => {
    const group = mailTextGroup('order-received');

    expect(group.stored({ subject: 'Thanks', title: '', view: 'View your order' })).toEqual({ subject: 'Thanks' });
  });
});
