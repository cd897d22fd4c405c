import { describe, expect, test } from 'vitest';
import { checkSubject } from './commit-subjects.ts';

describe('commit subjects', () => {
  test.each([
    'feat(cart): merge guest carts on sign-in',
    'fix: keep the price',
    'refactor(selling/cart)!: rename the store',
    'Merge branch a',
  ])('accepts %s', (subject) => {
    expect(checkSubject(subject)).toBeNull();
  });

  test.each(['The cart is kept', 'feat(cart): merge guest carts.', 'feat(Cart): merge', 'feat: ', `fix: ${'a'.repeat(80)}`])(
    'rejects %s',
    (subject) => {
      expect(checkSubject(subject)).not.toBeNull();
    },
  );
});
