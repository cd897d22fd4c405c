import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSafeAddress, readInline, readProse, stripMarkup } from './prose.ts';

describe('readInline', () => {
  test('parses strong text, emphasised text and links', () => {
    expect(readInline('A **firm** red, *cool*, see [the shelf](/wines?category=Red).')).toEqual([
      { kind: 'text', text: 'A ' },
      { kind: 'strong', text: 'firm' },
      { kind: 'text', text: ' red, ' },
      { kind: 'emphasis', text: 'cool' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'the shelf', to: '/wines?category=Red' },
      { kind: 'text', text: '.' },
    ]);
  });

  test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '//evil.example/x', 'data:text/html,x', 'http://plain.example', '/a\\b'])(
    'leaves a link to %s as text',
    (address) => {
      expect(isSafeAddress(address)).toBe(false);
      expect(readInline(`[here](${address})`).every(({ kind }) => kind !== 'link')).toBe(true);
    },
  );

  test('keeps all words of any input', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z *[\]()/.<&"']{0,60}$/), (source) => {
        const stripNonLetters = (text: string): string => text.replace(/[^a-z]/g, '');
        const visibleText = readInline(source).map((node) => node.text + (node.kind === 'link' ? node.to : ''));
        expect(stripNonLetters(visibleText.join(''))).toBe(stripNonLetters(source));
      }),
    );
  });
});

describe('readProse', () => {
  test.each([
    { name: 'paragraphs are parted by an empty line', source: 'One\nline.\n\nTwo.', kinds: ['paragraph', 'paragraph'] },
    { name: 'a list of bullets', source: '- one\n- two', kinds: ['list'] },
    { name: 'a list of numbers', source: '1. one\n2. two', kinds: ['list'] },
    { name: 'a bullet among words is no list', source: '- one\nand on', kinds: ['paragraph'] },
    { name: 'a heading', source: '### Hours\n\nNine to six.', kinds: ['heading', 'paragraph'] },
    { name: 'nothing', source: ' \n\n ', kinds: [] },
  ])('$name', ({ source, kinds }) => {
    expect(readProse(source).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('removes the markup', () => {
    expect(stripMarkup('See **us**.\n\n- [one](/a)\n- two')).toBe('See us. one two');
  });
});
