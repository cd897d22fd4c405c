import { describe, expect, test } from 'vitest';
import { clean, cleanText } from './redact.ts';

describe('redacted texts', () => {
  test.each([
    ['an e-mail', 'No account of grace@example.com here', 'No account of [e-mail] here'],
    ['parameters of an address', 'GET https://a.example/x?token=1#y failed', 'GET https://a.example/x failed'],
    ['parameters of a path', "cannot load '/api/find?email=a' now", "cannot load '/api/find' now"],
    ['a signed token', 'Bearer eyJhbGciOi.eyJzdWIiOi.c2ln', 'Bearer [token]'],
    ['a signed token among other words', 'see www.example.com/a-eyJh.eyJz.c2ln.d', 'see www.example.com/a-[token].d'],
    ['what only begins like a signed token', 'eyJab.c and a.eyJb', 'eyJab.c and a.eyJb'],
    ['a path behind a name', 'src/a/b?c=d', 'src/a/b'],
    ['a cart id', 'cart 9f1a2b3c-0000-4000-8000-1234567890ab', 'cart [id]'],
    ['a checkout token', '/checkout/aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5dE7fG9h', '/checkout/[token]'],
    ['a phone', 'call 0412 345 678 please', 'call [number] please'],
    ['a card', '4111 1111 1111 1111', '[number]'],
    ['file, line and column stay', 'at add (/assets/shared-Bx12ab_9.js:12:3456)', 'at add (/assets/shared-Bx12ab_9.js:12:3456)'],
    ['a price stays', 'total 1234.50', 'total 1234.50'],
  ])('%s', (_, input, expected) => {
    expect(cleanText(input)).toBe(expected);
  });
});

test.each(['/', 'a.', '@', 'a@', 'eyJ-', 'eyJa.', '1 ', 'Aa1', '-', 'http://'])('redacts runs of "%s" in linear time', (run) => {
  const text = run.repeat(4_000);
  // Quadratic work would take minutes, longer than the limit of a test.
  for (let iteration = 0; iteration < 500; iteration += 1) expect(cleanText(text).length).toBeLessThanOrEqual(2_000);
});

describe('redacted objects', () => {
  test('filter fields named after cards and passwords, in any case and at any depth [ERR-4]', () => {
    expect(clean({ newPassword: 'x', nested: [{ CREDITCARD_number: 'y', name: 'z' }] })).toEqual({
      newPassword: '[FILTERED]',
      nested: [{ CREDITCARD_number: '[FILTERED]', name: 'z' }],
    });
  });

  test('have at most eight levels [ERR-3]', () => {
    let deep: unknown = 'bottom';
    for (let level = 9; level > 0; level -= 1) deep = { [`level${level}`]: deep };
    expect(JSON.stringify(clean(deep))).toContain('"level8":"[DEPTH]"');
    expect(JSON.stringify(clean(deep))).not.toContain('level9');
  });

  test('end at circular references', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle.self = circle;
    expect(clean(circle)).toEqual({ name: 'a', self: '[RECURSION]' });
  });
});
