import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectEncoding, textDecoder } from './decode-text.ts';

const decode = (bytes: Buffer, cuts: readonly number[] = []) => {
  const report = { foreignBytes: 0, emptySigns: 0 };
  const encoding = detectEncoding(bytes);
  if (encoding === null) return { text: null, ...report };
  const decoder = textDecoder(encoding, report);
  let text = '';
  let from = 0;
  for (const cut of [...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length]) {
    text += decoder.text(bytes.subarray(from, cut));
    from = cut;
  }
  return { text: text + decoder.end(), ...report };
};
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('decoding', () => {
  test.each([
    ['UTF-8', Buffer.from('Rosé–葡'), 'Rosé–葡'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffRosé'), 'Rosé'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffRosé, 葡', 'utf16le'), 'Rosé, 葡'],
    ['UTF-16 without one', Buffer.from('title,winery,Rosé', 'utf16le'), 'title,winery,Rosé'],
    ['UTF-16 big-endian with one', utf16be('\ufeffRosé, x'), 'Rosé, x'],
    ['UTF-16 big-endian without one', utf16be('title,winery,Rosé'), 'title,winery,Rosé'],
    ['CR and CRLF line ends', Buffer.from('a\rb\r\nc\n\r\n'), 'a\nb\nc\n\n'],
    ['a byte order mark inside the text stays', Buffer.from('a\ufeffb'), 'a\ufeffb'],
    ['no text', Buffer.from([0, 1, 2, 0, 3, 200, 7, 9]), null],
  ])('%s', (_, bytes, text) => expect(decode(bytes)).toEqual({ text, foreignBytes: 0, emptySigns: 0 }));

  test('decodes and counts invalid UTF-8 as Windows-1252, also next to valid UTF-8', () => {
    expect(decode(Buffer.from('Rosé – “x”', 'latin1'))).toMatchObject({ foreignBytes: 1 });
    expect(decode(Buffer.concat([Buffer.from('Rosé '), Buffer.from([0x52, 0x6f, 0x73, 0xe9, 0x20, 0x93, 0x78, 0x94, 0xe9])]))).toEqual({
      text: 'Rosé Rosé “x”é',
      foreignBytes: 4,
      emptySigns: 0,
    });
  });

  test('gives the same text for chunks cut anywhere', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '葡', '🍷', '\r', '\n', '\r\n'), maxLength: 30 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(80)), fc.boolean(), (one, cuts, isWide) => {
        const bytes = Buffer.from(isWide ? `\ufeff${one}` : one, isWide ? 'utf16le' : 'utf8');
        expect(decode(bytes, cuts)).toEqual({ text: one.replace(/\r\n?/g, '\n'), foreignBytes: 0, emptySigns: 0 });
      }),
    );
  });
});
