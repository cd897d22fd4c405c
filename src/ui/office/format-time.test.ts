import { describe, expect, test } from 'vitest';
import { formatMoment, formatRelative, nameZone } from './format-time.ts';

const MELBOURNE = 'Australia/Melbourne';
const now = new Date('2026-11-24T02:00:00Z');

describe('times for staff', () => {
  test('show the clock today, the weekday this year and the date before that', () => {
    expect(formatRelative('2026-11-23T22:05:00Z', MELBOURNE, now)).toBe('9:05 am');
    expect(formatRelative('2026-11-20T22:05:00Z', MELBOURNE, now)).toBe('Sat 21 Nov, 9:05 am');
    expect(formatRelative('2025-11-20T22:05:00Z', MELBOURNE, now)).toBe('21 Nov 2025');
  });

  test('name the zone as people there do', () => {
    expect(nameZone('2026-11-23T22:05:00Z', MELBOURNE, 'en-AU')).toBe('AEDT');
    expect(nameZone('2026-07-01T22:05:00Z', MELBOURNE, 'en-AU')).toBe('AEST');
    expect(nameZone('2026-11-23T22:05:00Z', 'Asia/Singapore', 'en-SG')).toBe('SGT');
  });

  test('name the time zone in full', () => {
    expect(formatMoment('2026-11-23T22:05:00Z', MELBOURNE)).toBe('24 November 2026, 9:05 am AEDT');
    expect(formatMoment('2026-11-23T22:05:00Z', 'Asia/Singapore')).toMatch(/^24 November 2026, 6:05 am /);
  });
});
