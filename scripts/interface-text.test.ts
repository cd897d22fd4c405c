import { describe, expect, test } from 'vitest';
import { findAll, findInterfaceText } from './interface-text.ts';

const textsOf = (source: string): string[] => findInterfaceText('src/ui/A.tsx', source).map(({ text }) => text);

describe('interface text in components', () => {
  test.each([
    ['between tags', '<p>Your cart is empty</p>', ['Your cart is empty']],
    ['one word between tags', '<button>Remove</button>', ['Remove']],
    ['around a value', '<p>You have {count} bottles</p>', ['You have', 'bottles']],
    ['in a branch', '<p>{isOpen ? "Open" : "Closed today"}</p>', ['Open', 'Closed today']],
    ['behind a condition', '<p>{isOpen && "Open"}</p>', ['Open']],
    ['in a template', '<p>{`Order \u0024{number}`}</p>', ['Order 1']],
    ['in an attribute that is spoken', '<button aria-label="close" />', ['close']],
    [
      'in a sentence outside of tags',
      'const message = "We can’t reach the shop. Please try again.";',
      ['We can’t reach the shop. Please try again.'],
    ],
  ])('is found %s', (_where, source, expected) => {
    expect(textsOf(source)).toEqual(expected);
  });

  test.each([
    ['class names', '<p className="cart-line is-active">{text}</p>'],
    ['class names with values', '<p className={`card card-\u0024{kind} is-wide`}>{text}</p>'],
    ['paths and media queries', '<img src="/a b.png" sizes="(min-width: 40rem) 50vw, 100vw" alt={alt} />'],
    ['signs', '<span>×</span>'],
    ['imports', 'import { a } from "A b";'],
    ['names of categories', 'const cases = "Mixed spirits";'],
    ['errors that are not thrown', 'reject(new Error("The library is not loaded."));'],
    ['errors for programmers', 'throw new Error("The context is missing.");'],
    ['names of analytics events', 'track("Product Added"); track("Product Added - Ineligible");'],
    ['keys and CSS', 'const style = "color: red; margin: 0"; const key = "cart-line";'],
  ])('is not %s', (_what, source) => {
    expect(textsOf(source)).toEqual([]);
  });

  test('is reported with its line', () => {
    expect(findInterfaceText('src/ui/A.tsx', '\n\nconst a = <p>Cart</p>;')).toEqual([{ path: 'src/ui/A.tsx', line: 3, text: 'Cart' }]);
  });
});

test('no component holds a sentence: all text is in message catalogues', async () => {
  expect(await findAll([])).toEqual([]);
});
