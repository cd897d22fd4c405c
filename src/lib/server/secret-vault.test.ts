import { describe, expect, test } from 'vitest';
import { createVault, PLAIN } from './secret-vault.ts';

const NEW = 'a new key of at least 32 characters';
const OLD = 'an old key of at least 32 characters';

describe('a vault', () => {
  test('opens what it sealed, and never stores the plain secret', () => {
    const vault = createVault([NEW]);

    const stored = vault.seal('cookies', 'grape');

    expect(stored.text).not.toContain('grape');
    expect(vault.open('cookies', stored)).toBe('grape');
    expect(vault.seal('cookies', 'grape').text).not.toBe(stored.text);
  });

  test('opens what an earlier key sealed, and seals with the new key', () => {
    const stored = createVault([OLD]).seal('cookies', 'grape');
    const vault = createVault([NEW, OLD]);

    expect(vault.open('cookies', stored)).toBe('grape');
    expect(vault.seal('cookies', 'grape').keyId).toBe(createVault([NEW]).current);
  });

  test.each([
    { name: 'under another name', open: () => createVault([NEW]).open('vapid', createVault([NEW]).seal('cookies', 'grape')) },
    {
      name: 'that was changed',
      open: () => createVault([NEW]).open('cookies', { ...createVault([NEW]).seal('cookies', 'grape'), text: 'A'.repeat(60) }),
    },
    { name: 'of another key', open: () => createVault([NEW]).open('cookies', createVault([OLD]).seal('cookies', 'grape')) },
  ])('rejects a secret $name', ({ open }) => {
    expect(open).toThrow();
  });

  test('stores secrets in plain text without a key', () => {
    const vault = createVault([]);

    expect(vault.seal('cookies', 'grape')).toEqual({ keyId: PLAIN, text: 'grape' });
    expect(vault.readable).toEqual([PLAIN]);
  });
});
