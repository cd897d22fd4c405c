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
  { header: 'gzip ; q=0.5 ,  br ;q=1', encoding: 'br' },
  { header: `${' '.repeat(16_000)};br`, encoding: 'identity' },
])('$header allows $encoding', ({ header, encoding }) => {
  expect(encodingFor(header)).toBe(encoding);
});

test.each([' ', ';', ',', '\t', '=', 'q='])('parses a header with long runs of "%s" in linear time', (run) => {
  // Quadratic work would take minutes, longer than the limit of a test.
  expect(encodingFor(run.repeat(500_000))).toBe('identity');
});
