import { describe, expect, test } from 'vitest';
import { allowedTarget, returnTarget, withAuthenticated } from './return-to.ts';

const ORIGINS = ['https://shop.example', 'http://localhost:3000'];

describe('redirect targets', () => {
  const cases = [
    { name: 'a path', given: '/wines?query=a#b', allowed: true },
    { name: 'the front', given: '/', allowed: true },
    { name: 'a listed origin', given: 'https://shop.example/cart', allowed: true },
    { name: 'a listed origin alone', given: 'https://shop.example', allowed: true },
    { name: 'a listed origin in capitals', given: 'HTTPS://SHOP.example/cart', allowed: true },
    { name: 'a listed origin with its port', given: 'http://localhost:3000?x', allowed: true },
    { name: 'another port', given: 'http://localhost:3001/', allowed: false },
    { name: 'another protocol', given: 'http://shop.example/', allowed: false },
    { name: 'a host that begins the same', given: 'https://shop.example.evil.example/', allowed: false },
    { name: 'a user that looks like the host', given: 'https://shop.example@evil.example/', allowed: false },
    { name: 'a user with a password', given: 'https://shop.example:x@evil.example/', allowed: false },
    { name: 'a path of two slashes', given: '//evil.example', allowed: false },
    { name: 'a slash and a backslash', given: '/\\evil.example', allowed: false },
    { name: 'a backslash later', given: '/a\\b', allowed: false },
    { name: 'a tab that browsers drop', given: '/\t/evil.example', allowed: false },
    { name: 'a line end', given: '/a\nb', allowed: false },
    { name: 'a space before', given: ' /cart', allowed: false },
    { name: 'a script', given: 'javascript:alert(1)', allowed: false },
    { name: 'data', given: 'data:text/html,x', allowed: false },
    { name: 'a relative path', given: 'cart', allowed: false },
    { name: 'nothing', given: '', allowed: false },
    { name: 'five thousand characters', given: `/${'a'.repeat(5_000)}`, allowed: false },
  ];
  test.each(cases)('allows $name: $allowed [ID-17]', ({ given, allowed }) => {
    expect(allowedTarget(given, ORIGINS)).toBe(allowed ? given : null);
    expect(returnTarget(given, ORIGINS)).toBe(allowed ? given : '/');
  });
});

describe('withAuthenticated', () => {
  const cases = [
    { target: '/', goes: '/?authenticated=yes' },
    { target: '/wines?query=a', goes: '/wines?query=a&authenticated=yes' },
    { target: '/wines#top', goes: '/wines?authenticated=yes#top' },
    { target: '/a?b#c#d', goes: '/a?b&authenticated=yes#c#d' },
    { target: 'https://shop.example', goes: 'https://shop.example?authenticated=yes' },
    { target: '/authorize?client_id=x', goes: '/authorize?client_id=x' },
    { target: '/authorized', goes: '/authorized?authenticated=yes' },
  ];
  test.each(cases)('adds authenticated=yes to $target [ID-15]', ({ target, goes }) => {
    expect(withAuthenticated(target)).toBe(goes);
  });
});
