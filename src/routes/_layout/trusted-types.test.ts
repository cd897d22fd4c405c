import { describe, expect, test } from 'vitest';
import { takeMarks } from './marked-scripts.ts';
import { TRUSTED_TYPES_CODE, withTrustedTypes } from './trusted-types.ts';

type Rule = (input: string) => string;

/** Runs the policy as a browser would on a page. */
function rulesAt(href: string): Readonly<Record<'createHTML' | 'createScriptURL', Rule>> {
  const policies: Record<string, Readonly<Record<'createHTML' | 'createScriptURL', Rule>>> = {};
  const trustedTypes = { createPolicy: (name: string, rules: (typeof policies)[string]) => Object.assign(policies, { [name]: rules }) };
  new Function('window', 'location', TRUSTED_TYPES_CODE)({ trustedTypes }, new URL(href));
  if (!policies.default) throw new Error('There is no default policy.');
  return policies.default;
}

describe('markup', () => {
  test.each([
    { name: 'text', given: '{"@type":"Product"}', trusted: '{"@type":"Product"}' },
    { name: 'the empty script that React creates', given: '<script></script>', trusted: '<script></script>' },
    { name: 'an element', given: '<img src=x onerror=evil()>', trusted: '' },
    { name: 'a script', given: '<script>evil()</script>', trusted: '' },
  ])('$name', ({ given, trusted }) => {
    expect(rulesAt('https://shop.example/').createHTML(given)).toBe(trusted);
  });
});

describe('script URLs', () => {
  test.each([
    { given: '/sw.js', trusted: '/sw.js' },
    { given: 'https://shop.example/assets/a.js', trusted: 'https://shop.example/assets/a.js' },
    { given: 'https://evil.example/a.js', trusted: 'about:blank' },
    { given: '//evil.example/a.js', trusted: 'about:blank' },
    { given: 'data:text/javascript,evil()', trusted: 'about:blank' },
    { given: 'https://', trusted: 'about:blank' },
  ])('$given', ({ given, trusted }) => {
    expect(rulesAt('https://shop.example/wines').createScriptURL(given)).toBe(trusted);
  });
});

test('does nothing in a browser without Trusted Types', () => {
  expect(() => new Function('window', 'location', TRUSTED_TYPES_CODE)({}, new URL('https://shop.example/'))).not.toThrow();
});

test('is the first script of a page and allowed by the content security policy', () => {
  const page = takeMarks(withTrustedTypes('<html><head><title>Shiraz</title></head></html>'));

  expect(page.html).toBe(`<html><head><script>${TRUSTED_TYPES_CODE}</script><title>Shiraz</title></head></html>`);
  expect(page.scripts).toEqual([TRUSTED_TYPES_CODE]);
});
