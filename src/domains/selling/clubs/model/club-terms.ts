/**
 * What members agreed to and a change of their club must leave as it is: price and wine of their case, and how often it comes. Other terms are
 * offered as a new case or frequency, to which staff or the member change. Pure rules.
 */
import { clubTermsMessages as text } from '../messages/club-records.ts';
import type { ClubIssue } from './club-draft.ts';
import type { ClubRecord } from './record.ts';

/** Members who have not left, by what they chose. */
export interface ClubUse {
  readonly members: number;
  readonly variants: Readonly<Record<string, number>>;
  readonly frequencies: Readonly<Record<string, number>>;
}

function brokenCases(before: ClubRecord, after: ClubRecord, use: ClubUse): ClubIssue[] {
  return before.variants.flatMap((old): ClubIssue[] => {
    const count = use.variants[old.id] ?? 0;
    if (count === 0) return [];
    const index = after.variants.findIndex(({ id }) => id === old.id);
    const now = after.variants[index];
    if (!now) return [{ path: ['variants'], message: text.caseRemoved(old.label, count) }];
    return [
      ...(now.price === old.price ? [] : [{ path: ['variants', index, 'price'], message: text.priceChanged(old.price, count) }]),
      ...(now.offerId === old.offerId ? [] : [{ path: ['variants', index, 'offerId'], message: text.wineChanged(count) }]),
    ];
  });
}

function brokenFrequencies(before: ClubRecord, after: ClubRecord, use: ClubUse): ClubIssue[] {
  return before.frequencies.flatMap((old): ClubIssue[] => {
    const count = use.frequencies[old.id] ?? 0;
    if (count === 0) return [];
    const index = after.frequencies.findIndex(({ id }) => id === old.id);
    const now = after.frequencies[index];
    if (!now) return [{ path: ['frequencies'], message: text.frequencyRemoved(old.label, count) }];
    const isSame = now.every === old.every && now.unit === old.unit;
    return isSame ? [] : [{ path: ['frequencies', index, 'every'], message: text.frequencyChanged(count) }];
  });
}

/** Lists what of a change would alter the terms of members. */
export function brokenTerms(before: ClubRecord, after: ClubRecord, use: ClubUse): ClubIssue[] {
  const isHidden = use.members > 0 && after.state === 'draft' && before.state !== 'draft';
  return [
    ...brokenCases(before, after, use),
    ...brokenFrequencies(before, after, use),
    ...(isHidden ? [{ path: ['state'], message: text.hidden(use.members) }] : []),
  ];
}
