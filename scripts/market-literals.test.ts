import { expect, test } from 'vitest';
import { findMarketLiterals } from './market-literals.ts';

test.each([
  "if (market === 'AU') pay();",
  "const fee = site.market !== 'SG' ? 1 : 2;",
  "return 'AU' === market;",
  "  case 'SG':",
  'const FEES = { AU: 5, SG: 6 };',
  '  AU: 5,',
  'const { tier } = customer.markets.AU;',
  "const first = prices['AU'];",
  "const site = { market: 'AU' };",
  "audience: ['AU'],",
])('finds %s', (code) => {
  expect(findMarketLiterals(`const a = 1;\n${code}`)).toEqual([{ line: 2, code: code.trim() }]);
});

test.each([
  "if (country === 'AUS')",
  "text.includes('AU=yes')",
  "const CODES = ['AUD', 'SGD'];",
  '/** Fees by market: `AU: 5`. */',
  "  // For example 'AU'.",
  'call(); // market.AU',
])('allows %s', (code) => {
  expect(findMarketLiterals(code)).toEqual([]);
});
