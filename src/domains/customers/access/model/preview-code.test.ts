import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/stress/run-count.ts';
import { PREVIEW_ERRORS } from '../messages.ts';
import { type PreviewCode, previewParts, readPreviewCode } from './preview-code.ts';

const SENT = 1_900_000_000;
const NOW = SENT * 1_000;
const CODE: PreviewCode = { email: 'mia@cellardoor.example', timestamp: SENT, id: 'lot-7', tier: 'GOLD', stockStatus: 'SOLD_OUT' };
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const read = (code: string, more: object = {}) =>
  readPreviewCode(code, { isSigned: true, staffDomain: 'cellardoor.example', now: NOW, ...more });
const sentence = (code: string, more: object = {}): string | null => {
  const result = read(code, more);
  return result.ok ? null : PREVIEW_ERRORS[result.error].title;
};

const FORMAT = 'Invalid preview code format';
const INVALID = 'Invalid preview code.';
const EXPIRED = 'Preview link has expired. Please request a new preview link.';
const STOCK = 'Invalid stock status provided.';

describe('a preview code', () => {
  test.each([
    { name: 'nothing', code: '', says: FORMAT },
    { name: 'other characters', code: 'abc$def', says: FORMAT },
    { name: 'the other alphabet of base64', code: 'ab-_', says: FORMAT },
    { name: 'half a byte', code: 'abcde', says: FORMAT },
    { name: 'padding in the middle', code: 'ab==cdef', says: FORMAT },
    { name: 'a line end', code: `${encoded('a|1|b||')}\n`, says: FORMAT },
    { name: 'words without parts', code: encoded('hello'), says: INVALID },
    { name: 'no id', code: encoded(`mia@cellardoor.example|${SENT}|||`), says: INVALID },
    { name: 'six parts', code: encoded(`mia@cellardoor.example|${SENT}|lot-7|||x`), says: INVALID },
    { name: 'another domain', code: encoded(`mia@example.com|${SENT}|lot-7||`), says: INVALID },
    { name: 'a domain that ends alike', code: encoded(`mia@notcellardoor.example|${SENT}|lot-7||`), says: INVALID },
    { name: 'a domain below it', code: encoded(`mia@x.cellardoor.example|${SENT}|lot-7||`), says: INVALID },
    { name: 'no time', code: encoded('mia@cellardoor.example||lot-7||'), says: EXPIRED },
    { name: 'no number for a time', code: encoded('mia@cellardoor.example|soon|lot-7||'), says: EXPIRED },
    { name: 'an unknown stock status', code: encoded(`mia@cellardoor.example|${SENT}|lot-7|GOLD|LOTS`), says: STOCK },
    { name: 'a stock status in small letters', code: encoded(`mia@cellardoor.example|${SENT}|lot-7|GOLD|available`), says: STOCK },
    { name: 'everything in order', code: encoded(previewParts(CODE)), says: null },
    { name: 'in order without padding', code: encoded(previewParts(CODE)).replace(/=+$/, ''), says: null },
    { name: 'neither tier nor stock', code: encoded(`mia@cellardoor.example|${SENT}|lot-7||`), says: null },
    { name: 'only three parts', code: encoded(`mia@cellardoor.example|${SENT}|lot-7`), says: null },
    { name: 'the address in capitals', code: encoded(`MIA@CELLARDOOR.EXAMPLE|${SENT}|lot-7||`), says: null },
  ])('validates a code with $name [ACCESS-2, ACCESS-3, ACCESS-7, ACCESS-8, ACCESS-9, ACCESS-12]', ({ code, says }) => {
    expect(sentence(code)).toBe(says);
  });

  test.each([
    { after: 0, says: null },
    { after: 3_599_999, says: null },
    { after: 3_600_000, says: null },
    { after: 3_600_001, says: EXPIRED },
    { after: 3_601_000, says: EXPIRED },
  ])('expires after 3600 s: $after ms after it was created [ACCESS-6, ACCESS-11]', ({ after, says }) => {
    expect(sentence(encoded(previewParts(CODE)), { now: NOW + after })).toBe(says);
  });

  test.each([
    { name: 'format before id', code: '$', isSigned: false, now: 9e15, says: FORMAT },
    { name: 'id before domain', code: encoded('mia@example.com|1|||x'), isSigned: false, now: 9e15, says: INVALID },
    { name: 'signature before expiry', code: encoded(previewParts(CODE)), isSigned: false, now: 9e15, says: INVALID },
    { name: 'expiry before stock', code: encoded('mia@cellardoor.example|1|lot-7||LOTS'), isSigned: true, now: 9e15, says: EXPIRED },
  ])('checks $name [ACCESS-7, ACCESS-8, ACCESS-9, ACCESS-10, ACCESS-11, ACCESS-12]', ({ code, isSigned, now, says }) => {
    expect(sentence(code, { isSigned, now })).toBe(says);
  });

  test('accepts the configured staff domain [ACCESS-5]', () => {
    expect(read(encoded(`mia@wine.example|${SENT}|lot-7||`), { staffDomain: 'wine.example' })).toMatchObject({ ok: true });
  });

  test('treats an unknown tier as a guest', () => {
    expect(read(encoded(`mia@cellardoor.example|${SENT}|lot-7|PLATINUM|`))).toMatchObject({ code: { tier: null } });
  });

  test('is decoded to the values that were encoded [ACCESS-2]', () => {
    const codes = fc.record({
      email: fc.constant('mia@cellardoor.example'),
      timestamp: fc.integer({ min: SENT - 3_600, max: SENT }),
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      tier: fc.constantFrom(null, 'GREEN', 'FOUNDERS') as fc.Arbitrary<PreviewCode['tier']>,
      stockStatus: fc.constantFrom(null, 'PRESELLING', 'AVAILABLE', 'SOLD_OUT') as fc.Arbitrary<PreviewCode['stockStatus']>,
    });
    fc.assert(
      fc.property(codes, (code) => {
        expect(read(encoded(previewParts(code)))).toEqual({ ok: true, code });
      }),
      { numRuns: runs(100) },
    );
  });
});
