import { expect, test } from 'vitest';
import { createWedgeReader } from './wedge.ts';

/** Types a text with the same pause before each key, and Enter. */
function type(text: string, pauseMs: number): string | null {
  const read = createWedgeReader();
  for (const [index, key] of [...text].entries()) read(key, 1_000 + index * pauseMs);
  return read('Enter', 1_000 + text.length * pauseMs);
}

test('reads what a scanner types', () => {
  expect(type('9312345678907', 5)).toBe('9312345678907');
});

test('leaves what a person types alone', () => {
  expect(type('shiraz 2021', 90)).toBeNull();
  expect(type('66', 5)).toBeNull();
});

test('takes no key from before the scan', () => {
  const read = createWedgeReader();
  read('4', 0);
  for (const [index, key] of [...'5410228142164'].entries()) read(key, 500 + index * 4);
  expect(read('Enter', 500 + 13 * 4)).toBe('5410228142164');
});

test('does not take a slow Enter as the end of a scan', () => {
  const read = createWedgeReader();
  for (const [index, key] of [...'5410228142164'].entries()) read(key, index * 4);
  expect(read('Enter', 2_000)).toBeNull();
});

test('ignores keys that write nothing, such as Shift', () => {
  const read = createWedgeReader();
  for (const [index, key] of ['Shift', 'M', 'Shift', 'A', 'D', 'E', '-', '7'].entries()) read(key, index * 4);
  expect(read('Enter', 8 * 4)).toBe('MADE-7');
});

test('leaves the Enter of a person alone who went on to a button by Tab', () => {
  const read = createWedgeReader();
  for (const [index, key] of [...'shiraz', 'Tab'].entries()) read(key, index * 4);
  expect(read('Enter', 7 * 4)).toBeNull();
});
