import { describe, expect, test } from 'vitest';
import { emailKey, isEmail, maskEmail } from './email.ts';

describe('isValidEmail', () => {
  const cases = [
    { name: 'a plain one', address: 'grace@example.com', good: true },
    { name: 'dots and a tag', address: 'grace.b.hopper+wine@mail.example.com.au', good: true },
    { name: 'an ampersand', address: 'tom&jerry@example.com', good: true },
    { name: 'an accent in the local part', address: 'josé@example.com', good: true },
    { name: 'an apostrophe', address: "pat.o'brien@example.com", good: true },
    { name: 'every sign of an atom', address: "!#$%&'*+/=?^_`{|}~-@example.com", good: true },
    { name: 'digits only', address: '123@456.com', good: true },
    { name: 'accents', address: 'zoë@exämple.com', good: true },
    { name: 'another script', address: '用户@例子.公司', good: true },
    { name: 'letters beyond the basic plane', address: '𝒳y@example.com', good: true },
    { name: 'a local part of 64', address: `${'a'.repeat(64)}@example.com`, good: true },
    { name: 'a local part of 65', address: `${'a'.repeat(65)}@example.com`, good: false },
    { name: '64 letters of two bytes', address: `${'é'.repeat(64)}@example.com`, good: false },
    {
      name: 'more than 254 in all',
      address: `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.com`,
      good: false,
    },
    { name: 'a label of 64', address: `a@${'b'.repeat(64)}.com`, good: false },
    { name: 'no at', address: 'example.com', good: false },
    { name: 'no local part', address: '@example.com', good: false },
    { name: 'no domain', address: 'grace@', good: false },
    { name: 'two ats', address: 'grace@hopper@example.com', good: false },
    { name: 'a domain without a dot', address: 'grace@localhost', good: false },
    { name: 'a number for a top domain', address: 'grace@127.0.0.1', good: false },
    { name: 'a literal', address: 'grace@[127.0.0.1]', good: false },
    { name: 'a dot first', address: '.grace@example.com', good: false },
    { name: 'a dot last', address: 'grace.@example.com', good: false },
    { name: 'two dots', address: 'grace..hopper@example.com', good: false },
    { name: 'two dots in the domain', address: 'grace@example..com', good: false },
    { name: 'a dot at the end', address: 'grace@example.com.', good: false },
    { name: 'a hyphen first in a label', address: 'grace@-example.com', good: false },
    { name: 'a hyphen last in a label', address: 'grace@example-.com', good: false },
    { name: 'a quoted local part', address: '"grace hopper"@example.com', good: false },
    { name: 'a comment', address: 'grace(x)@example.com', good: false },
    { name: 'a name around it', address: 'Grace <grace@example.com>', good: false },
    { name: 'a space', address: 'gra ce@example.com', good: false },
    { name: 'a line end', address: 'grace@example.com\nBcc: x@example.com', good: false },
    { name: 'a NUL', address: 'gra\0ce@example.com', good: false },
    { name: 'half a character', address: 'gra\ud800ce@example.com', good: false },
    { name: 'markup', address: '<script>@example.com', good: false },
    { name: 'nothing', address: '', good: false },
  ];
  test.each(cases)('$name: $good', ({ address, good }) => {
    expect(isEmail(address)).toBe(good);
  });
});

test('identifies one account however the e-mail is typed', () => {
  expect(emailKey(' ZOE\u0308@Example.COM ')).toBe('zo\u00eb@example.com');
});

test('masks everything but the first character', () => {
  expect([maskEmail('grace@example.com'), maskEmail('𝒳y@example.com')]).toEqual(['g…@example.com', '𝒳…@example.com']);
});
