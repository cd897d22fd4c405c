import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offerPath, slug } from './slug.ts';

describe('slug', () => {
  test.each([
    { name: 'words', text: 'Orchard End', expected: 'orchard-end' },
    { name: 'accents and apostrophes', text: "Château d'Été", expected: 'chateau-d-ete' },
    { name: 'a typeset apostrophe', text: 'D’Arenberg', expected: 'd-arenberg' },
    { name: 'an ampersand', text: 'Moss & Sons', expected: 'moss-sons' },
    {
      name: 'letters Unicode does not take apart',
      text: 'Ærø Łąka Straße Œuvre Đorđe Þór',
      expected: 'aero-laka-strasse-oeuvre-dorde-thor',
    },
    { name: 'capitals of those', text: 'ÆØŒẞŁĐ', expected: 'aeooessld' },
    { name: 'a dotted and a dotless i', text: 'İzmir Kırmızı', expected: 'izmir-kirmizi' },
    { name: 'ligatures and wide letters', text: 'ﬁno ＡＢ', expected: 'fino-ab' },
    { name: 'digits', text: '19 Crimes No. 7', expected: '19-crimes-no-7' },
    { name: 'hyphens at the ends', text: '--a--b--', expected: 'a-b' },
    { name: 'a script without Latin letters', text: '山崎', expected: 'x' },
    { name: 'nothing', text: '', expected: 'x' },
    { name: 'a long name is cut', text: 'a'.repeat(200), expected: 'a'.repeat(80) },
    { name: 'and not in front of a hyphen', text: `${'a'.repeat(79)} bc`, expected: 'a'.repeat(79) },
  ])('$name', ({ text, expected }) => {
    expect(slug(text)).toBe(expected);
  });

  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

  test('returns only letters and digits joined by single hyphens, 1 to 80 characters', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(slug(input)).toMatch(/^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(slug(slug(input))).toBe(slug(input));
      }),
    );
  });

  test('ignores case and accents', () => {
    const words = fc.stringMatching(/^[A-Za-zÀ-ÖÙ-öù-ž' ]{1,40}$/);
    fc.assert(
      fc.property(words, (input) => {
        expect(slug(input.normalize('NFD'))).toBe(slug(input));
        expect(slug(input.toLowerCase())).toBe(slug(input));
      }),
    );
  });
});

describe('offerPath', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

  test('returns /wines/{producer}/{offer} [SITE-16]', () => {
    expect(offerPath('Château d’Été', 'Ete_21-b')).toBe('/wines/chateau-d-ete/Ete_21-b');
  });

  test('needs no escaping and contains the offer id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), id, (brand, offerId) => {
        const path = offerPath(brand, offerId);
        expect(new URL(path, 'http://localhost').pathname).toBe(path);
        expect(path.split('/')).toEqual(['', 'wines', slug(brand), offerId]);
      }),
    );
  });

  test('returns different paths for different offers of one producer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), id, id, (brand, otherBrand, one, other) => {
        fc.pre(one !== other);
        expect(offerPath(brand, one)).not.toBe(offerPath(brand, other));
        expect(offerPath(brand, one)).not.toBe(offerPath(otherBrand, other));
      }),
    );
  });
});
