import { type Aroma, aromaPetals, WHEEL_RINGS } from '../model/aroma-wheel.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const STRONG = 3;

/** What it smells of: a petal for each aroma, longer where it is stronger. */
export function AromaWheel({ aromas }: { aromas: readonly Aroma[] }) {
  const ariaLabel = [...aromas].sort((a, b) => b.strength - a.strength).map(({ name }) => name);
  return (
    <figure>
      <svg className="wheel" viewBox="-236 -172 472 344" role="img" aria-label={`Aromas, strongest first: ${ariaLabel.join(', ')}`}>
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
      <figcaption className="small quiet">From 1 at the centre to 5 at the rim.</figcaption>
    </figure>
  );
}
