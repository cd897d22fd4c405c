import { expect, test } from 'vitest';
import { encodingFor } from './accepted-encoding.ts';

test.each([
  { header: undefined, encoding: 'identity' },
  { header: '', encoding: 'identity' },
  { header: 'gzip, deflate, br, zstd', encoding: 'br' },
  { header: 'gzip;q=1.0, br;q=0', encoding: 'gzip' },
  { header: 'br;q=0.0,gzip ; q=0', encoding: 'identity' },
  { header: 'BR', encoding: 'br' },
  { header: 'brotli, x-gzip', encoding: 'identity' },
])('$header allows $encoding', ({ header, encoding }) => {
  expect(encodingFor(header)).toBe(encoding);
});
