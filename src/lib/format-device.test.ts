import { expect, test } from 'vitest';
import { formatDevice } from './format-device.ts';

const cases = [
  { expected: 'Firefox on Linux', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  {
    expected: 'Chrome on Android',
    userAgent: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  },
  {
    expected: 'Safari on iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  },
  {
    expected: 'Edge on Windows',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  },
  {
    expected: 'Safari on Mac',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  },
  { expected: 'Unknown device', userAgent: '' },
  { expected: 'Unknown device', userAgent: '<script>alert(1)</script>' },
];
test.each(cases)('names a device "$expected"', ({ expected, userAgent }) => {
  expect(formatDevice(userAgent)).toBe(expected);
});
