import { describe, expect, test } from 'vitest';
import { clean, cleanText } from './clean.ts';

describe('texts', () => {
  test.each([
    ['an e-mail', 'No account of grace@example.com here', 'No account of [e-mail] here'],
    ['parameters of an address', 'GET https://a.example/x?token=1#y failed', 'GET https://a.example/x failed'],
    ['parameters of a path', "cannot load '/api/find?email=a' now", "cannot load '/api/find' now"],
    ['a signed token', 'Bearer eyJhbGciOi.eyJzdWIiOi.c2ln', 'Bearer [token]'],
    ['a cart id', 'cart 9f1a2b3c-0000-4000-8000-1234567890ab', 'cart [id]'],
    ['a checkout token', '/checkout/aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5dE7fG9h', '/checkout/[token]'],
    ['a phone', 'call 0412 345 678 please', 'call [number] please'],
    ['a card', '4111 1111 1111 1111', '[number]'],
    ['file, line and column stay', 'at add (/assets/shared-Bx12ab_9.js:12:3456)', 'at add (/assets/shared-Bx12ab_9.js:12:3456)'],
    ['a price stays', 'total 1234.50', 'total 1234.50'],
  ])('%s', (_, given, expected) => {
    expect(cleanText(given)).toBe(expected);
  });
});

describe('objects', () => {
  test('fields named after cards and passwords are filtered, in any case and anywhere', () => {
    expect(clean({ newPassword: 'x', nested: [{ CREDITCARD_number: 'y', name: 'z' }] })).toEqual({
      newPassword: '[FILTERED]',
      nested: [{ CREDITCARD_number: '[FILTERED]', name: 'z' }],
    });
  });

  test('nothing is deeper than eight levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 9; level > 0; level -= 1) deep = { [`level${level}`]: deep };
    expect(JSON.stringify(clean(deep))).toContain('"level8":"[DEPTH]"');
    expect(JSON.stringify(clean(deep))).not.toContain('level9');
  });

  test('circles end', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle.self = circle;
    expect(clean(circle)).toEqual({ name: 'a', self: '[RECURSION]' });
  });
});
