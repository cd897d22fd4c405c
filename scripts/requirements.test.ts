import { describe, expect, test } from 'vitest';
import { checkRequirements, listProblems } from './requirements.ts';

const PAGE = {
  path: 'docs/requirements/cart.md',
  text: '# Cart\n\n**[CART-1]** A cart has lines.\n\n**[CART-2]** A line has a quantity.\n\n**[CART-3]** Removed.\n\n| **[CART-4]** | Removed. |\n',
};
const CODE = { path: 'src/domains/selling/cart/model/cart.ts', text: '/** Adds a line. Follows [CART-1]. */\n' };
const TEST = { path: 'src/domains/selling/cart/model/cart.test.ts', text: "test('adds lines [CART-1, CART-2]', () => {});\n" };

describe('requirement ids', () => {
  test('lists ids without a citation in code or tests', () => {
    const report = checkRequirements([PAGE, CODE, TEST]);

    expect(report).toEqual({ missing: [], duplicates: [], withoutCode: ['CART-2'], withoutTest: [], testedDespiteMark: [] });
  });

  test('expects neither code nor a test of a requirement that is marked as not tested with a reason', () => {
    const page = {
      path: 'docs/requirements/cart.md',
      text: '**[CART-1]** Dry. *Not tested: a matter of taste.*\n\n**[CART-2]** Warm. *Not tested: *\n\n| **[CART-3]** | x. *Not tested: old.* |\n',
    };

    const report = checkRequirements([page, { ...TEST, text: "test('is dry [CART-1]', () => {});" }]);

    expect(report).toMatchObject({ withoutCode: ['CART-2'], withoutTest: ['CART-2'], testedDespiteMark: ['CART-1'] });
  });

  test('reports cited ids that no page defines with file and line', () => {
    const { missing } = checkRequirements([PAGE, { path: 'src/a.ts', text: '\n// [CART-1, CART-9]\n' }]);

    expect(missing).toEqual([{ id: 'CART-9', path: 'src/a.ts', line: 2 }]);
  });

  test('ignores ids of other systems', () => {
    const { missing } = checkRequirements([PAGE, { path: 'src/a.ts', text: 'const a = [UTF-8]; // [ISO-3166]' }]);

    expect(missing).toEqual([]);
  });

  test('reports ids that are defined twice', () => {
    const { duplicates } = checkRequirements([PAGE, { path: 'docs/requirements/api.md', text: '**[CART-1]** Again.\n' }]);

    expect(duplicates).toEqual(['CART-1']);
  });
});

describe('problems that fail the check', () => {
  test('are a missing, a duplicate, an untested and a needlessly marked id', () => {
    const page = { path: 'docs/requirements/api.md', text: '**[CART-1]** Again.\n\n**[CART-5]** Dry. *Not tested: a matter of taste.*\n' };
    const tests = { ...TEST, text: "test('adds lines [CART-1, CART-5, CART-9]', () => {});\n" };

    const problems = listProblems(checkRequirements([PAGE, page, CODE, tests]));

    expect(problems).toEqual([
      'src/domains/selling/cart/model/cart.test.ts:1 cites CART-9, which no page of docs/requirements/ defines',
      'CART-1 is defined more than once',
      'CART-2 is cited by no test and not marked as not tested',
      'CART-5 is marked as not tested, but a test cites it',
    ]);
  });

  test('are none if every requirement has a test, even if no code cites it', () => {
    expect(listProblems(checkRequirements([PAGE, CODE, TEST]))).toEqual([]);
  });
});
