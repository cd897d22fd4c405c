/** Which cases are sent again, and for how much. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesByProduct, planReplacement, type ReplaceableLine, replaceableCases } from './replacement.ts';

const line = (over: Partial<ReplaceableLine> = {}): ReplaceableLine => ({
  ...{ position: 0, name: 'Wine one', productId: 1, quantity: 3, netCents: 10_000, shipped: 3, refunded: 0, withdrawn: 0, replaced: 0 },
  ...over,
});

describe('cases that can be sent again', () => {
  test.each([
    ['all that was sent', {}, 3],
    ['nothing that was not sent', { shipped: 0 }, 0],
    ['what was sent in part', { shipped: 2 }, 2],
    ['less what came back', { refunded: 1 }, 2],
    ['what was sent, if the refund withdrew the rest', { shipped: 2, refunded: 1, withdrawn: 1 }, 2],
    ['less what was sent again before', { replaced: 2 }, 1],
    ['never less than nothing', { refunded: 2, replaced: 2 }, 0],
  ] as const)('are %s', (_name, over, expected) => {
    expect(replaceableCases(line(over))).toBe(expected);
  });
});

describe('a replacement', () => {
  test.each([
    ['nothing', [], [0], /Choose which cases/],
    ['a wine that was not reported', [{ position: 0, cases: 1 }], [1], /that the buyer reported/],
    ['a wine that is not of the order', [{ position: 7, cases: 1 }], [7], /that the buyer reported/],
    [
      'a wine twice',
      [
        { position: 0, cases: 1 },
        { position: 0, cases: 1 },
      ],
      [0],
      /each once/,
    ],
    ['more than was sent', [{ position: 0, cases: 4 }], [0], /Of Wine one, 3 cases can/],
  ] as const)('is refused for %s', (_name, requested, reported, words) => {
    expect(planReplacement([line(), line({ position: 1 })], reported, requested)).toMatch(words);
  });

  test('is refused before the wine was sent, and once all of it was sent again', () => {
    const request = [{ position: 0, cases: 1 }];
    expect(planReplacement([line({ shipped: 0 })], [0], request)).toMatch(/not been sent yet/);
    expect(planReplacement([line({ replaced: 3 })], [0], request)).toMatch(/Nothing of Wine one is left/);
  });

  test('costs exactly what was paid, in however many steps it is sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
        (net, steps) => {
          const quantity = steps.reduce((sum, cases) => sum + cases, 0);
          let replaced = 0;
          let cents = 0;
          for (const cases of steps) {
            const planned = planReplacement(
              [line({ quantity, shipped: quantity, netCents: net, replaced })],
              [0],
              [{ position: 0, cases }],
            );
            if (typeof planned === 'string') throw new Error(planned);
            cents += planned[0]?.amountCents ?? 0;
            replaced += cases;
          }
          expect(cents).toBe(net);
        },
      ),
    );
  });

  test('takes the cases of lines with one product together', () => {
    const planned = [0, 1].map((position) => ({ position, cases: 2, productId: 1, amountCents: 100 }));
    expect([...casesByProduct(planned)]).toEqual([[1, 4]]);
  });
});
