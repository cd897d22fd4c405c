import { describe, expect, test } from 'vitest';
import { pack, traceContour } from './trace-glyph.ts';

test('pack separates numbers by a sign or a space only', () => {
  expect([pack(1, 2), pack(-1, -2, 3), pack(0, 0)]).toEqual(['1 2', '-1-2 3', '0 0']);
});

describe('traceContour', () => {
  test('leaves out the closing line of a square', () => {
    expect(traceContour([1, 2], [{ to: [11, 2] }, { to: [11, 12] }, { to: [1, 12] }, { to: [1, 2] }])).toEqual({
      x: 1,
      y: 2,
      d: 'h10v10h-10z',
    });
  });
  test('leaves out segments that are shorter than the grid', () => {
    expect(traceContour([0, 0], [{ to: [0.2, 0.3] }, { to: [10, 4] }]).d).toBe('l10 4z');
  });
  test('leaves out control points that mirror the last one', () => {
    const wave = traceContour(
      [0, 0],
      [
        { control: [5, -10], to: [10, 0] },
        { control: [15, 10], to: [20, 0] },
      ],
    );
    expect(wave.d).toBe('q5-10 10 0t10 0z');
  });
  test('moves a joint so that the rounded mirror image is exact', () => {
    const arc = traceContour(
      [0, 0],
      [
        { control: [0, 3], to: [1.5, 4.5] },
        { control: [3, 6], to: [6, 6] },
      ],
    );
    expect(arc.d).toMatch(/^q0 3 2 5t/);
  });
  test('writes the control point after a line', () => {
    const broken = traceContour([0, 0], [{ control: [5, -10], to: [10, 0] }, { to: [14, 9] }, { control: [15, 10], to: [20, 0] }]);
    expect(broken.d).toBe('q5-10 10 0l4 9q1 1 6-9z');
  });
  test('writes the control point at a corner', () => {
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
