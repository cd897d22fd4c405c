import { describe, expect, test } from 'vitest';
import { offer } from '#tests/fixtures/offers.ts';
import { foldText, toTermQuery, wineAudience, wineState } from './wine-list.ts';

const NOW = Date.parse('2026-11-23T00:00:00Z');

describe('the state of a wine', () => {
  test.each([
    ['on_sale', null, null, true],
    ['on_sale', '2026-11-23T00:00:00Z', '2026-11-23T00:00:01Z', true],
    ['ended', null, '2026-11-23T00:00:00Z', true],
    ['scheduled', '2026-11-23T00:00:01Z', null, true],
    ['not_sold', null, null, false],
  ] as const)('is %s from %s until %s, priced: %s', (expected, startsAt, endsAt, hasPrice) => {
    expect(wineState({ startsAt, endsAt }, hasPrice, NOW)).toBe(expected);
  });

  test('says who sees it, the narrowest first', () => {
    expect(wineAudience(offer())).toBe('everyone');
    expect(wineAudience(offer({ tiersEligible: ['GOLD'] }))).toBe('tiers');
    expect(wineAudience(offer({ specialAccess: true }))).toBe('members');
    expect(wineAudience(offer({ secret: true, tiersEligible: ['GOLD'] }))).toBe('secret');
  });
});

describe('the query of a search', () => {
  test('finds words by their beginning, without accents', () => {
    expect(foldText('Château ÉTÉ')).toBe('chateau ete');
    expect(toTermQuery('Châ  rosé', [])).toBe("'cha':* & 'rose':*");
  });

  test('finds a number with hyphens whole or by its parts', () => {
    expect(toTermQuery('ORD-21', [])).toBe("('ord':* & '21':* | 'ord-21':*)");
  });

  test('joins filters with and, their values with or', () => {
    expect(toTermQuery('', [{ name: 'tag', values: ['a', "b'c\\"] }])).toBe("('=tag:a' | '=tag:b''c\\\\')");
    expect(toTermQuery(' - ', [])).toBeNull();
  });
});
