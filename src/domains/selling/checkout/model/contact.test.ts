import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPhone, isOldEnough, isPhone, normalisePhone } from './contact.ts';

describe('phone numbers', () => {
  test.each([
    { name: 'a mobile in one piece', market: 'AU', typed: '0412345678', phone: '0412345678' },
    { name: 'a mobile as it is written', market: 'AU', typed: '0412 345 678', phone: '0412345678' },
    { name: 'with its country', market: 'AU', typed: '+61 412 345 678', phone: '0412345678' },
    { name: 'with its country and the zero in brackets', market: 'AU', typed: '+61 (0)412 345 678', phone: '0412345678' },
    { name: 'with 0061', market: 'AU', typed: '0061 412-345-678', phone: '0412345678' },
    { name: 'with 61 alone', market: 'AU', typed: '61412345678', phone: '0412345678' },
    { name: 'a landline with its area in brackets', market: 'AU', typed: '(03) 9555 0123', phone: '0395550123' },
    { name: 'dots and dashes', market: 'AU', typed: '07.3555‑0199', phone: '0735550199' },
    { name: 'no-break spaces and a mark of direction', market: 'AU', typed: '\u200e0412\u00a0345\u00a0678', phone: '0412345678' },
    { name: 'full-width digits', market: 'AU', typed: '０４１２ ３４５ ６７８', phone: '0412345678' },
    { name: 'Arabic digits', market: 'AU', typed: '٠٤١٢٣٤٥٦٧٨', phone: '0412345678' },
    { name: 'Devanagari digits', market: 'AU', typed: '०४१२३४५६७८', phone: '0412345678' },
    { name: 'a mobile', market: 'SG', typed: '8123 4567', phone: '81234567' },
    { name: 'with its country', market: 'SG', typed: '+65 9123 4567', phone: '91234567' },
    { name: 'a landline', market: 'SG', typed: '6555-0100', phone: '65550100' },
    { name: 'one that begins as its country does', market: 'SG', typed: '65 6555 0100', phone: '65550100' },
  ] as const)('$market: $name', ({ market, typed, phone }) => {
    expect(normalisePhone(market, typed)).toBe(phone);
    expect(isPhone(market, typed)).toBe(true);
  });

  test.each([
    { name: 'nothing', market: 'AU', typed: '' },
    { name: 'nine digits', market: 'AU', typed: '041234567' },
    { name: 'eleven digits', market: 'AU', typed: '04123456789' },
    { name: 'without its zero', market: 'AU', typed: '412345678' },
    { name: 'an area there is not', market: 'AU', typed: '0512345678' },
    { name: 'a service number', market: 'AU', typed: '1300 555 010' },
    { name: 'an extension', market: 'AU', typed: '0412345678 x12' },
    { name: 'words', market: 'AU', typed: 'call me' },
    { name: 'a Singaporean number', market: 'AU', typed: '+65 8123 4567' },
    { name: 'seven digits', market: 'SG', typed: '8123456' },
    { name: 'a first digit there is not', market: 'SG', typed: '71234567' },
    { name: 'an Australian number', market: 'SG', typed: '0412 345 678' },
  ] as const)('$market refuses $name', ({ market, typed }) => {
    expect(isPhone(market, typed)).toBe(false);
  });

  test('accepts Australian numbers of ten digits that start with 0 and 2, 3, 4, 7 or 8, however they are spaced [CHK-19, CHK-20, CHK-21]', () => {
    const spaced = fc.array(fc.constantFrom('', ' ', '-', '.', '('), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(fc.stringMatching(/^0\d{9}$/), spaced, (digits, gaps) => {
        const typed = [...digits].map((digit, index) => `${gaps[index]}${digit}`).join('');
        expect(isPhone('AU', typed)).toBe('23478'.includes(digits.charAt(1)));
      }),
    );
  });
});

describe('the age limit of 18', () => {
  test.each([
    { name: 'the day before the birthday', born: '2008-03-02', today: '2026-03-01', isOfAge: false },
    { name: 'the birthday', born: '2008-03-01', today: '2026-03-01', isOfAge: true },
    { name: 'the day after', born: '2008-02-28', today: '2026-03-01', isOfAge: true },
    { name: 'a leap day, on 28 February', born: '2008-02-29', today: '2026-02-28', isOfAge: false },
    { name: 'a leap day, on 1 March', born: '2008-02-29', today: '2026-03-01', isOfAge: true },
    { name: 'a year early', born: '2009-01-01', today: '2026-12-31', isOfAge: false },
    { name: 'a century ago', born: '1926-05-05', today: '2026-05-04', isOfAge: true },
  ])('$name [CHK-13]', ({ born, today, isOfAge }) => {
    expect(isOldEnough(born, today, 18)).toBe(isOfAge);
  });
});

test.each([
  { market: 'AU', typed: '+61 412345678', words: '0412 345 678' },
  { market: 'AU', typed: '0391234567', words: '03 9123 4567' },
  { market: 'SG', typed: '+6581234567', words: '8123 4567' },
  { market: 'AU', typed: 'ask at the desk', words: 'ask at the desk' },
] as const)('$typed is read as $words', ({ market, typed, words }) => {
  expect(formatPhone(market, typed)).toBe(words);
});
