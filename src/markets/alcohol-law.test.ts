import { expect, test } from 'vitest';
import { acceptanceSentence, alcoholRule, isLeft, licenceNoticeFor, mayBeLeft } from './alcohol-law.ts';

test.each(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'])('names the Act of %s and the age of 18', (state) => {
  expect(alcoholRule('AU', state, '2026-11-21')).toMatchObject({ state, minimumAge: 18, act: expect.stringContaining('Liquor') });
});

test.each([
  { name: 'a state that is not chosen yet', market: 'AU', state: '', starts: 'It is against the law' },
  { name: 'Victoria', market: 'AU', state: 'VIC', starts: 'Liquor Control Reform Act 1998 (VIC): It is against the law' },
  { name: 'Singapore', market: 'SG', state: '', starts: 'We sell and deliver alcohol only to people aged 18 or over' },
] as const)('the notice of $name', ({ market, state, starts }) => {
  expect(licenceNoticeFor(market, state, '2026-11-21').startsWith(starts)).toBe(true);
});

test('returns no notice before the first rule applies', () => {
  expect(() => alcoholRule('AU', 'VIC', '1999-01-01')).toThrow('no rule');
});

test.each([
  { market: 'AU', states: ['NSW', 'VIC', 'WA'], may: true },
  { market: 'AU', states: ['', 'ACT', 'NT', 'QLD', 'SA', 'TAS'], may: false },
  { market: 'SG', states: [''], may: false },
] as const)('permits $market to leave an order unattended in $states: $may', ({ market, states, may }) => {
  for (const state of states) expect([state, mayBeLeft(market, state, '2026-11-21')]).toEqual([state, may]);
});

test('has one sentence about who accepts an order: unattended only if requested and permitted', () => {
  const handover = { market: 'AU', state: 'VIC', day: '2026-11-21', authorityToLeave: true } as const;
  const accepted = 'Someone aged 18 or over must be there to accept it and may be asked for proof of age.';

  expect(acceptanceSentence(handover)).toMatch(/^If no one is home, the driver leaves it in a safe place, as you asked\./);
  expect(acceptanceSentence({ ...handover, authorityToLeave: false })).toBe(accepted);
  expect(acceptanceSentence({ ...handover, state: 'QLD' })).toBe(accepted);
  expect(isLeft({ ...handover, state: 'QLD' })).toBe(false);
});
