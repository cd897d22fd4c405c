import { afterEach, expect, test, vi } from 'vitest';
import { logSecurityEvent, pseudonym } from './security-log.ts';

afterEach(() => void vi.useRealTimers());

/** Creates a logger that records its lines. */
function testLogger() {
  const lines: object[] = [];
  return { lines, warn: (fields: object, message: string) => void lines.push({ ...fields, message }) };
}

test('writes an event as one line with its name', () => {
  const log = testLogger();

  logSecurityEvent(log, 'keys_rotated', { purpose: 'signing' });

  expect(log.lines).toEqual([{ security: 'keys_rotated', purpose: 'signing', message: 'Keys were rotated' }]);
});

test('uses the same pseudonym for the same value, without revealing it', () => {
  expect(pseudonym('ada@example.com')).toBe(pseudonym('ada@example.com'));
  expect(pseudonym('ada@example.com')).not.toBe(pseudonym('eve@example.com'));
  expect(pseudonym('ada@example.com')).toMatch(/^[\w-]{12}$/);
});

test('limits the events of one kind and counts the omitted ones', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const log = testLogger();

  for (let count = 0; count < 200; count += 1) logSecurityEvent(log, 'origin_refused', {});
  vi.advanceTimersByTime(60_000);
  logSecurityEvent(log, 'origin_refused', {});

  expect(log.lines).toHaveLength(121);
  expect(log.lines.at(-1)).toMatchObject({ security: 'origin_refused', omitted: 80 });
});
