import { tasteMessages } from '../messages/taste.ts';
import { type Aroma, aromaPetals, WHEEL_RINGS } from '../model/aroma-wheel.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const STRONG = 3;

/** Shows the aromas of a wine as a wheel with one petal each, longer for stronger aromas. */
export function AromaWheel({ aromas }: { aromas: readonly Aroma[] }) {
  const names = [...aromas].sort((a, b) => b.strength - a.strength).map(({ name }) => name);
  return (
    <figure>
      <svg className="wheel" viewBox="-236 -172 472 344" role="img" aria-label={tasteMessages.aromas(names.join(', '))}>
        {WHEEL_RINGS.map((radius) => (
          <circle key={radius} r={radius} fill="none" stroke="var(--line)" />
        ))}
        {aromaPetals(aromas).map((petal) => (
          <g key={petal.name}>
            <path d={petal.path} fill={petal.colour} />
            <text
              x={petal.labelX}
              y={petal.labelY}
              textAnchor={petal.anchor}
              className={petal.strength >= STRONG ? 'is-strong' : undefined}
            >
              {capital(petal.name)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="small text-muted">{tasteMessages.aromaScale}</figcaption>
    </figure>
  );
}
