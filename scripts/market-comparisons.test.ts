import { expect, test } from 'vitest';
import { findMarketComparisons } from './market-comparisons.ts';

test.each(["if (market === 'AU') pay();", "const fee = site.market !== 'SG' ? 1 : 2;", "return 'AU' === market;", "  case 'SG':"])(
  'finds %s',
  (code) => {
    expect(findMarketComparisons(`const a = 1;\n${code}`)).toEqual([{ line: 2, code: code.trim() }]);
  },
);

test.each(["const site = { market: 'AU' };", "marketFacts('SG')", "if (country === 'AUS')", "text.includes('AU=yes')"])(
  'allows %s',
  (code) => {
    expect(findMarketComparisons(code)).toEqual([]);
  },
);
