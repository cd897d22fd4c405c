import { describe, expect, test } from 'vitest';
import { pseudoLocalize, pseudoLocalizeModule } from './pseudo-locale.ts';

describe('generated language', () => {
  test('has accents and is a third longer', () => {
    expect(pseudoLocalize('cart')).toBe('çářřť');
    expect(pseudoLocalize('a long sentence without any end')).toHaveLength(39);
  });

  test.each(['{n}', '<limit>', '&nbsp;', 'https://example.com/a', '/wines'])('leaves %s unchanged', (fixed) => {
    expect(pseudoLocalize(`by ${fixed}`)).toContain(fixed);
  });
});

describe('message catalogue in the generated language', () => {
  const translated = (source: string): string => pseudoLocalizeModule('/src/ui/messages.ts', source);

  test('has its texts replaced', () => {
    expect(translated("export const messages = { title: 'Cart' };")).toBe('export const messages = { title: "Çářřť" };');
  });

  test('has the texts of functions replaced around their values', () => {
    expect(translated('export const left = (n: number) => `\u0024{n} cart`;')).toBe(
      'export const left = (n: number) => `\u0024{n} çářřť`;',
    );
  });

  test.each([
    ['titles of API errors', "export const NO_CART = { status: 404, title: 'Cart' };"],
    ['imports', "import { a } from './cart.ts';"],
    ['comparisons', "export const a = (b: string) => b === 'cart';"],
    ['types', "export const a: 'cart' | 'order' = b;"],
    ['arguments of methods', "export const a = b.replace('cart', c);"],
    ['formats', "export const a = new Intl.NumberFormat('en-AU');"],
  ])('keeps %s', (_what, source) => {
    expect(translated(source)).toBe(source);
  });
});
