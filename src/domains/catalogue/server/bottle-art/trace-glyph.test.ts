import { describe, expect, test } from 'vitest';
import { pack, traceContour } from './trace-glyph.ts';

test('pack writes a sign or a space between numbers, no more', () => {
  expect([pack(1, 2), pack(-1, -2, 3), pack(0, 0)]).toEqual(['1 2', '-1-2 3', '0 0']);
});

describe('traceContour', () => {
  test('a square, closed without saying so', () => {
    expect(traceContour([1, 2], [{ to: [11, 2] }, { to: [11, 12] }, { to: [1, 12] }, { to: [1, 2] }])).toEqual({
      x: 1,
      y: 2,
      d: 'h10v10h-10z',
    });
  });
  test('steps that come to nothing on the grid are left out', () => {
    expect(traceContour([0, 0], [{ to: [0.2, 0.3] }, { to: [10, 4] }]).d).toBe('l10 4z');
  });
  test('curves that mirror each other leave out the control', () => {
    const wave = traceContour(
      [0, 0],
      [
        { control: [5, -10], to: [10, 0] },
        { control: [15, 10], to: [20, 0] },
      ],
    );
    expect(wave.d).toBe('q5-10 10 0t10 0z');
  });
  test('a joint moves where the mirror image is right after rounding', () => {
    const arc = traceContour(
      [0, 0],
      [
        { control: [0, 3], to: [1.5, 4.5] },
        { control: [3, 6], to: [6, 6] },
      ],
    );
    expect(arc.d).toMatch(/^q0 3 2 5t/);
  });
  test('after a line there is no control to mirror', () => {
    const broken = traceContour([0, 0], [{ control: [5, -10], to: [10, 0] }, { to: [14, 9] }, { control: [15, 10], to: [20, 0] }]);
    expect(broken.d).toBe('q5-10 10 0l4 9q1 1 6-9z');
  });
  test('a corner keeps its control', () => {
    const corner = traceContour(
      [0, 0],
      [
        { control: [5, -10], to: [10, 0] },
        { control: [15, -10], to: [20, 0] },
      ],
    );
    expect(corner.d).toBe('q5-10 10 0q5-10 10 0z');
  });
});
