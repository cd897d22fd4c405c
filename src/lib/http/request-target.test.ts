import { describe, expect, test } from 'vitest';
import { isWellFormedTarget, originForm } from './request-target.ts';

describe('isWellFormedTarget', () => {
  test.each([
    '/',
    '/wines',
    '/wines/',
    '/?a=%',
    '/wines?x=//../',
    '/wines?x=%0A',
    '/a%2Fb',
    '/caf%C3%A9',
    '/caf\u00c3\u00a9',
    '/.well-known/x',
    '/a..b',
    '/...',
  ])('accepts %s', (target) => {
    expect(isWellFormedTarget(target)).toBe(true);
  });

  test.each([
    '',
    '*',
    'wines',
    '//',
    '//host/x',
    '/a//b',
    '/a//',
    '/.',
    '/..',
    '/a/./b',
    '/%2e%2E/b',
    '/a\\b',
    '/a#b',
    '/a?b#c',
    '/%',
    '/%zz',
    '/%ff',
    '/a/%0A',
    '/a/b%0dc',
    '/a/%E2%80%A8',
  ])('rejects %s', (target) => {
    expect(isWellFormedTarget(target)).toBe(false);
  });
});

describe('originForm', () => {
  test.each([
    { name: 'a path stays', target: '/wines?x=1', path: '/wines?x=1' },
    { name: 'the host of the request is left out', target: 'http://Shop.example:80/wines?x=1', path: '/wines?x=1' },
    { name: 'a host alone is the home page', target: 'https://shop.example:80', path: '/' },
    { name: 'a query without a path too', target: 'http://shop.example:80?x=1', path: '/?x=1' },
    { name: 'another host stays, and is malformed', target: 'http://evil.example/wines', path: 'http://evil.example/wines' },
    { name: 'a longer host stays', target: 'http://shop.example:8080/wines', path: 'http://shop.example:8080/wines' },
  ])('$name', ({ target, path }) => {
    expect(originForm(target, 'shop.example:80')).toBe(path);
  });
});
