import type { Step } from './shapes.ts';
import { n } from './svg.ts';

type Outline = readonly [Step, ...Step[]];

const endOf = (step: Step): readonly [number, number] => (step.length === 2 ? step : [step[4], step[5]]);

/** Returns the path along the outline with x multiplied by k. */
const forward = (steps: readonly Step[], k: number) =>
  steps
    .map((p) =>
      p.length === 2 ? `L${n(p[0] * k)} ${n(p[1])}` : `C${n(p[0] * k)} ${n(p[1])} ${n(p[2] * k)} ${n(p[3])} ${n(p[4] * k)} ${n(p[5])}`,
    )
    .join('');

/** Returns the path back along the outline from its end with x multiplied by k. */
const backward = (outline: Outline, k: number) => {
  const [x, y] = endOf(outline.at(-1) ?? outline[0]);
  let d = `L${n(x * k)} ${n(y)}`;
  for (let i = outline.length - 1; i > 0; i--) {
    const p = outline[i] ?? outline[0];
    const [tx, ty] = endOf(outline[i - 1] ?? outline[0]);
    d += p.length === 2 ? `L${n(tx * k)} ${n(ty)}` : `C${n(p[2] * k)} ${n(p[3])} ${n(p[0] * k)} ${n(p[1])} ${n(tx * k)} ${n(ty)}`;
  }
  return d;
};

const between = (outline: Outline, k1: number, k2: number) => {
  const [x, y] = endOf(outline[0]);
  return `M${n(x * k1)} ${n(y)}${forward(outline.slice(1), k1)}${backward(outline, k2)}Z`;
};

/** Returns the path of the whole bottle: a half outline and its mirror image. */
export const bottlePath = (outline: Outline): string => between(outline, 1, -1);

/** Returns the path of a ribbon of light between two fractions (-1 to 1) of the half width, which ends above the foot. */
export const ribbonPath = (outline: Outline, k1: number, k2: number): string => {
  const [first, ...rest] = outline;
  return between([first, ...rest.slice(0, -1)], k1, k2);
};
