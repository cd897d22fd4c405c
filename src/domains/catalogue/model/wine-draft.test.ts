import { describe, expect, test } from 'vitest';
import { offer } from '#tests/fixtures/offers.ts';
import { WINE_SECTIONS } from '../messages/office-fields.ts';
import { offerRecord } from './record.ts';
import { emptyDraft, parseDraft, rebaseDraft, toDraft, type WineDraft } from './wine-draft.ts';

describe('the form of a wine', () => {
  test('has every field of the record once, but those that are shown otherwise', () => {
    const shown = WINE_SECTIONS.flatMap(({ fields }) => fields);

    expect(shown.toSorted()).toEqual(
      Object.keys(offerRecord.shape)
        .filter((name) => !['record', 'productId', 'pictures'].includes(name))
        .toSorted(),
    );
  });

  test('returns a record as it was', () => {
    const record = offer({ tags: ['Organic'] });

    expect(parseDraft(toDraft(record))).toEqual({ ok: true, record, issues: [] });
  });

  test('says what is missing in a new wine, each beside its field', () => {
    const parsed = parseDraft(emptyDraft('AU'));

    expect(parsed.ok).toBe(false);
    expect(parsed.issues.map(({ path }) => path.join('.')).toSorted()).toEqual(['brand', 'name', 'offerId', 'sku']);
  });

  test.each([
    [{ vintage: '21' }, 'vintage', 'Enter four digits, or NV'],
    [{ packSize: 'six' }, 'packSize', 'Enter a number'],
    [{ packSize: 60 }, 'packSize', 'Enter 48 or less'],
    [{ prices: { AU: { packPrice: 1.234 } } }, 'prices.AU.packPrice', 'Use two decimals at most'],
    [{ tiersEligible: [] }, 'tiersEligible', 'Choose at least one'],
    [{ startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }, 'endsAt', 'The sale must end after it starts'],
  ])('refuses %o at %s: %s', (fields, path, message) => {
    const { issues } = parseDraft({ ...toDraft(offer()), ...fields });

    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });
});

describe('what was typed into the form of a wine that was changed beside it', () => {
  test('stays, and every other field is as it is now', () => {
    const before: WineDraft = { ...toDraft(offer()), prices: { AU: { packPrice: 9 }, SG: { packPrice: 2 } } };
    const typed = { ...before, quote: 'typed', prices: { AU: { packPrice: 1 }, SG: { packPrice: 2 } } };
    const { endsAt: _, ...others } = before;
    const now = { ...others, region: 'Now', nextOfferId: 'next', prices: { AU: { packPrice: 9 }, SG: { packPrice: 3 } } };

    expect(rebaseDraft(typed, before, now)).toEqual({
      ...now,
      quote: 'typed',
      prices: { AU: { packPrice: 1 }, SG: { packPrice: 3 } },
    });
  });

  test('stays without what the person removed', () => {
    const opened = { ...toDraft(offer()), nextOfferId: 'next' };
    const { nextOfferId: _, ...typed } = opened;

    expect(rebaseDraft(typed, opened, { ...opened, quote: 'now' })).toEqual({ ...typed, quote: 'now' });
  });
});
