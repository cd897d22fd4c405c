import { describe, expect, test } from 'vitest';
import { hashPassword, isPassword } from '#lib/server/password-hash.ts';

describe('a password hash', () => {
  test('is argon2id in PHC format with a new salt each time [ID-8]', async () => {
    const [one, two] = await Promise.all([hashPassword('grape harvest'), hashPassword('grape harvest')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(two).not.toBe(one);
    expect(await isPassword('grape harvest', one)).toBe(true);
    expect(await isPassword('grape harvesT', one)).toBe(false);
  });

  test('matches the password in any Unicode composition', async () => {
    const hash = await hashPassword('cha\u0302teau bottled');
    expect(await isPassword('ch\u00e2teau bottled', hash)).toBe(true);
  });

  // Created by the reference implementation: argon2 "somesalt" -id -t 2 -m 16 -p 1 for `password`.
  const imported = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  test('with other parameters is verified too', async () => {
    expect(await isPassword('password', imported)).toBe(true);
    expect(await isPassword('passwort', imported)).toBe(false);
  });

  const useless = [
    { name: 'no hash', hash: null },
    { name: 'another scheme', hash: '$2b$10$abcdefghijklmnopqrstuv' },
    { name: 'one that would take all memory', hash: imported.replace('65536', '9999999') },
    { name: 'one without passes', hash: imported.replace('t=2', 't=0') },
    { name: 'text', hash: 'password' },
    { name: 'nothing', hash: '' },
  ];
  test.each(useless)('never matches if it is $name', async ({ hash }) => {
    expect(await isPassword('password', hash)).toBe(false);
  });
});
