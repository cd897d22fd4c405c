import { expect, test } from 'vitest';
import { readLuminance, toLuminance } from './library-reader.ts';

const LEFT = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011'];
const PARITY = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
const invert = (bits: string): string => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
const reverse = (bits: string): string => [...bits].reverse().join('');

/** Returns the bars of an EAN-13 code: 1 is black. */
function barsOf(code: string): string {
  const digits = [...code].map(Number);
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits.slice(1, 7).map((digit, at) => (parity[at] === 'L' ? LEFT[digit] : reverse(invert(LEFT[digit] ?? ''))));
  const right = digits.slice(7).map((digit) => invert(LEFT[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

/** Draws a code as grey values on white. */
function draw(code: string, barWidth: number): { grey: Uint8ClampedArray; width: number; height: number } {
  const bars = '0'.repeat(12) + barsOf(code) + '0'.repeat(12);
  const width = bars.length * barWidth;
  const height = 80;
  const grey = new Uint8ClampedArray(width * height).map((_, at) => (bars[Math.floor((at % width) / barWidth)] === '1' ? 20 : 235));
  return { grey, width, height };
}

test.each(['9312345678907', '5410228142164', '0012345678905'])('reads the bar code %s', (code) => {
  const { grey, width, height } = draw(code, 3);
  // A code that begins with 0 is a UPC of twelve digits.
  expect(readLuminance(grey, width, height)).toBe(code.replace(/^0/, ''));
});

test('finds nothing in a picture without a code', () => {
  expect(readLuminance(new Uint8ClampedArray(300 * 80).fill(200), 300, 80)).toBeNull();
});

test('converts colours to grey values', () => {
  const data = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255]);
  expect([...toLuminance({ data, width: 2, height: 1 })]).toEqual([255, 0]);
});
