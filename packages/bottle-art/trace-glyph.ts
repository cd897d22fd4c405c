/** A point in grid units, y downwards. */
type Point = readonly [x: number, y: number];
/** A segment of a TrueType outline: a line, or a quadratic curve with its control point. */
export type GlyphStep = { control?: Point; to: Point };

/** A closed contour: its start, and relative path data of whole numbers. */
export type Contour = { x: number; y: number; d: string };

/** Joins numbers with as few characters as SVG allows. */
export const pack = (...numbers: readonly number[]): string => numbers.map((v, i) => (i > 0 && v >= 0 ? ` ${v}` : String(v))).join('');

const near = (a: Point, b: Point, tolerance: number) => Math.abs(a[0] - b[0]) <= tolerance && Math.abs(a[1] - b[1]) <= tolerance;
const rounded = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/**
 * Converts a contour to grid units. TrueType curves mostly join midway between their control points, so that the next control
 * point is the mirror image of the last and can be omitted (`t`). Such joints are moved by at most 0.75 grid units to make the
 * mirror image exact.
 */
export const traceContour = (start: Point, steps: readonly GlyphStep[]): Contour => {
  const from = rounded(start);
  let [x, y] = from;
  let mirrored: Point | undefined;
  let d = '';
  for (const [i, { control, to }] of steps.entries()) {
    let end = rounded(to);
    if (control) {
      const drawn: Point = mirrored && near(mirrored, control, 1.25) ? mirrored : rounded(control);
      const next = steps[i + 1]?.control;
      if (next) {
        const joint = rounded([(drawn[0] + next[0]) / 2, (drawn[1] + next[1]) / 2]);
        if (near(joint, to, 0.75)) end = joint;
      }
      d += drawn === mirrored ? `t${pack(end[0] - x, end[1] - y)}` : `q${pack(drawn[0] - x, drawn[1] - y, end[0] - x, end[1] - y)}`;
      mirrored = [2 * end[0] - drawn[0], 2 * end[1] - drawn[1]];
    } else {
      const isClosing = i === steps.length - 1 && near(end, from, 0);
      const isNothing = near(end, [x, y], 0);
      if (isClosing || isNothing) continue;
      d += end[0] === x ? `v${end[1] - y}` : end[1] === y ? `h${end[0] - x}` : `l${pack(end[0] - x, end[1] - y)}`;
      mirrored = undefined;
    }
    [x, y] = end;
  }
  return { x: from[0], y: from[1], d: `${d}z` };
};
