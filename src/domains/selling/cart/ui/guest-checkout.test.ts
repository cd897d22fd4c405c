import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTypedEmail, offerEmail, takeOfferedEmail, wasTyped } from './guest-checkout.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('counts only the typed email as typed, once', () => {
  noteTypedEmail('ada@example.com');
  expect(wasTyped('ada@example.com')).toBe(true);
  expect(wasTyped('ada@example.com')).toBe(false);

  noteTypedEmail('ada@example.com');
  expect(wasTyped('eve@example.com')).toBe(false);
  expect(wasTyped('ada@example.com')).toBe(false);
});

test('offers the email of a link once', () => {
  offerEmail('eve@example.com');
  expect(takeOfferedEmail()).toBe('eve@example.com');
  expect(takeOfferedEmail()).toBeNull();
});

test('counts every email as one of a link without session storage', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  noteTypedEmail('ada@example.com');
  expect(wasTyped('ada@example.com')).toBe(false);
});
