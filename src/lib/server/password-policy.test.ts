import { describe, expect, test } from 'vitest';
import { findPasswordError } from '#lib/server/password-policy.ts';

describe('the password rule', () => {
  const cases = [
    { name: 'of a few words', password: 'grape harvest moon', fault: null },
    { name: 'of ten characters', password: 'tenletters', fault: null },
    { name: 'of nine characters', password: 'nineletter'.slice(1), fault: 'password_short' },
    { name: 'of ten signs of four bytes', password: '🍇🍷🍾🥂🍇🍷🍾🥂🍇🍷', fault: null },
    { name: 'of nine signs of four bytes', password: '🍇🍷🍾🥂🍇🍷🍾🥂🍇', fault: 'password_short' },
    { name: 'of two hundred characters', password: 'abcde'.repeat(40), fault: null },
    { name: 'of two hundred and one', password: `${'abcde'.repeat(40)}x`, fault: 'password_long' },
    { name: 'a common password', password: 'Qwertyuiop123', fault: 'password_common' },
    { name: 'on the large list only', password: '1234qwerasdf', fault: 'password_common' },
    { name: 'of a common word and a year', password: 'Elephant2019', fault: 'password_common' },
    { name: 'of a common word with signs around it', password: '!!Dragon123!', fault: 'password_common' },
    { name: 'of a common word in a long one', password: 'dragon 83619274551', fault: null },
    { name: 'with the name of the shop', password: 'cellardoor2026', fault: 'password_common' },
    { name: 'of one character', password: '0000000000', fault: 'password_common' },
    { name: 'of two characters', password: 'abababababab', fault: 'password_common' },
    { name: 'equal to the email address', password: 'Grace@Example.com', fault: 'password_common' },
    { name: 'with spaces and accents', password: 'où est le château', fault: null },
  ];
  test.each(cases)('returns $fault for a password $name', async ({ password, fault }) => {
    expect(await findPasswordError(password, 'grace@example.com')).toBe(fault);
  });
});

test('has at least ten thousand common passwords', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');

  expect(dictionary['passwords-common'].length).toBeGreaterThan(10_000);
});
