import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aromaPetals, WHEEL_RINGS } from './aroma-wheel.ts';

const aroma = (name: string, strength: number) => ({ name, strength });

describe('aromaPetals', () => {
  test('returns no petals for an offer without aromas', () => {
    expect(aromaPetals([])).toEqual([]);
  });

  test('starts with the strongest aroma, next to its relatives', () => {
    const names = aromaPetals([aroma('Violet', 3), aroma('Blackberry', 4), aroma('Black pepper', 3), aroma('Plum', 5)]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['Plum', 'Blackberry', 'Violet', 'Black pepper']);
  });

  test.each([
    { name: 'Wood smoke', like: 'Peat smoke' },
    { name: 'sea spray', like: 'Brine' },
    { name: 'Mango chutney', like: 'Green apple' },
  ])('gives $name the colour of $like', ({ name, like }) => {
    const [one, two] = [aromaPetals([aroma(name, 2)]), aromaPetals([aroma(like, 2)])];
    expect(one[0]?.colour).toBe(two[0]?.colour);
    expect(one[0]?.colour).not.toBe('var(--control)');
  });

  test('draws a petal for an aroma of no family', () => {
    expect(aromaPetals([aroma('Nail varnish', 1)])[0]?.colour).toBe('var(--control)');
  });

  test('draws each petal up to its ring and keeps labels outside the wheel', () => {
    const [petal] = aromaPetals([aroma('Plum', 5), aroma('Clove', 1)]);
    expect(petal?.path).toContain(`A${WHEEL_RINGS[4]} ${WHEEL_RINGS[4]} `);
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.string(), strength: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 12 }),
        (aromas) => {
          const petals = aromaPetals(aromas);
          expect(petals).toHaveLength(aromas.length);
          for (const { labelX, labelY, path } of petals) {
            expect(Math.hypot(labelX, labelY - 5)).toBeGreaterThan(WHEEL_RINGS[4] ?? 0);
            expect(path).not.toMatch(/NaN|undefined/);
          }
        },
      ),
    );
  });
});
