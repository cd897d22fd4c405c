import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FetchMetadata, isUnsafeChange } from './cross-site.ts';

const OWN = 'https://shop.example';
const PARTNER = 'https://partner.example';
const FOREIGN = 'https://evil.example';
const isLoaded = (origin: string): boolean => origin === OWN || origin === PARTNER;
const none: FetchMetadata = { site: undefined, mode: undefined, purpose: undefined, origin: undefined };

describe('isUnsafeChange', () => {
  test.each([
    { name: 'no headers at all: a tool, an old browser', headers: {}, unsafe: false },
    { name: 'no headers but the shop’s origin', headers: { origin: OWN }, unsafe: false },
    { name: 'no headers but a foreign origin', headers: { origin: FOREIGN }, unsafe: true },
    { name: 'the shop’s own script', headers: { site: 'same-origin', mode: 'cors' }, unsafe: false },
    { name: 'the shop’s own script, with its origin', headers: { site: 'same-origin', mode: 'cors', origin: OWN }, unsafe: false },
    { name: 'a configured origin', headers: { site: 'cross-site', mode: 'cors', origin: PARTNER }, unsafe: false },
    { name: 'a script of a foreign site', headers: { site: 'cross-site', mode: 'cors', origin: FOREIGN }, unsafe: true },
    { name: 'an image on a foreign site', headers: { site: 'cross-site', mode: 'no-cors' }, unsafe: true },
    { name: 'a page with an opaque origin', headers: { site: 'cross-site', mode: 'cors', origin: 'null' }, unsafe: true },
    { name: 'an empty origin', headers: { origin: '' }, unsafe: true },
    { name: 'a link on a foreign site', headers: { site: 'cross-site', mode: 'navigate' }, unsafe: true },
    { name: 'a link on the shop itself', headers: { site: 'same-origin', mode: 'navigate' }, unsafe: true },
    { name: 'an address typed in', headers: { site: 'none', mode: 'navigate' }, unsafe: true },
    { name: 'a navigation that names a known origin', headers: { site: 'same-origin', mode: 'navigate', origin: OWN }, unsafe: true },
    { name: 'a prefetch', headers: { site: 'same-origin', mode: 'cors', purpose: 'prefetch' }, unsafe: true },
    { name: 'a prerender', headers: { site: 'same-origin', mode: 'no-cors', purpose: 'prefetch;prerender' }, unsafe: true },
    { name: 'another purpose', headers: { site: 'same-origin', mode: 'cors', purpose: 'fetch' }, unsafe: false },
    { name: 'a sibling site of the same shop', headers: { site: 'same-site', mode: 'cors', origin: PARTNER }, unsafe: false },
    { name: 'an unknown sibling', headers: { site: 'same-site', mode: 'cors', origin: FOREIGN }, unsafe: true },
  ])('$name: unsafe $unsafe [API-20, API-21]', ({ headers, unsafe }) => {
    expect(isUnsafeChange({ ...none, ...headers }, isLoaded)).toBe(unsafe);
  });

  test('rejects a foreign origin, a navigation and a prefetch with any other headers [API-20]', () => {
    const site = fc.constantFrom(undefined, 'same-origin', 'same-site', 'cross-site', 'none');
    const mode = fc.constantFrom(undefined, 'cors', 'no-cors', 'same-origin');
    const origin = fc.constantFrom(undefined, OWN, PARTNER);
    fc.assert(
      fc.property(fc.record({ site, mode, purpose: fc.constant(undefined), origin }), (headers) => {
        expect(isUnsafeChange({ ...headers, origin: FOREIGN }, isLoaded)).toBe(true);
        expect(isUnsafeChange({ ...headers, mode: 'navigate' }, isLoaded)).toBe(true);
        expect(isUnsafeChange({ ...headers, purpose: 'prefetch' }, isLoaded)).toBe(true);
        expect(isUnsafeChange(headers, isLoaded)).toBe(headers.site === 'cross-site' && headers.origin === undefined);
      }),
    );
  });
});
