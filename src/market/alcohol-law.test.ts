import { expect, test } from 'vitest';
import { alcoholRule, licenceNoticeFor } from './alcohol-law.ts';

test.each(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'])('%s has an Act of its own, and asks for 18 years', (state) => {
  expect(alcoholRule('AU', state, '2026-11-21')).toMatchObject({ state, minimumAge: 18, act: expect.stringContaining('Liquor') });
});

test.each([
  { name: 'a state that is not chosen yet', market: 'AU', state: '', starts: 'It is against the law' },
  { name: 'Victoria', market: 'AU', state: 'VIC', starts: 'Liquor Control Reform Act 1998 (VIC): It is against the law' },
  { name: 'Singapore', market: 'SG', state: '', starts: 'We sell and deliver alcohol only to people aged 18 or over' },
] as const)('the notice of $name', ({ market, state, starts }) => {
  expect(licenceNoticeFor(market, state, '2026-11-21').startsWith(starts)).toBe(true);
});

test('before any rule there is none', () => {
  expect(() => alcoholRule('AU', 'VIC', '1999-01-01')).toThrow('no rule');
});
