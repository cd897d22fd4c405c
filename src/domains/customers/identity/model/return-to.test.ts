import { describe, expect, test } from 'vitest';
import { allowedTarget, returnTarget, withAuthenticated } from './return-to.ts';

const ORIGINS = ['https://shop.example', 'http://localhost:3000'];

describe('redirect targets', () => {
  const cases = [
    { name: 'a path', input: '/wines?query=a#b', allowed: true },
    { name: 'the front', input: '/', allowed: true },
    { name: 'a listed origin', input: 'https://shop.example/cart', allowed: true },
    { name: 'a listed origin alone', input: 'https://shop.example', allowed: true },
    { name: 'a listed origin in capitals', input: 'HTTPS://SHOP.example/cart', allowed: true },
    { name: 'a listed origin with its port', input: 'http://localhost:3000?x', allowed: true },
    { name: 'another port', input: 'http://localhost:3001/', allowed: false },
    { name: 'another protocol', input: 'http://shop.example/', allowed: false },
    { name: 'a host that begins the same', input: 'https://shop.example.evil.example/', allowed: false },
    { name: 'a user that looks like the host', input: 'https://shop.example@evil.example/', allowed: false },
    { name: 'a user with a password', input: 'https://shop.example:x@evil.example/', allowed: false },
    { name: 'a path of two slashes', input: '//evil.example', allowed: false },
    { name: 'a slash and a backslash', input: '/\\evil.example', allowed: false },
    { name: 'a backslash later', input: '/a\\b', allowed: false },
    { name: 'a tab that browsers drop', input: '/\t/evil.example', allowed: false },
    { name: 'a line end', input: '/a\nb', allowed: false },
    { name: 'a space before', input: ' /cart', allowed: false },
    { name: 'a script', input: 'javascript:alert(1)', allowed: false },
    { name: 'data', input: 'data:text/html,x', allowed: false },
    { name: 'a relative path', input: 'cart', allowed: false },
    { name: 'nothing', input: '', allowed: false },
    { name: 'five thousand characters', input: `/${'a'.repeat(5_000)}`, allowed: false },
  ];
  test.each(cases)('allows $name: $allowed [ID-17]', ({ input, allowed }) => {
    expect(allowedTarget(input, ORIGINS)).toBe(allowed ? input : null);
    expect(returnTarget(input, ORIGINS)).toBe(allowed ? input : '/');
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
