import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_DERIVED_PRODUCT_ID, identityOf, offerIdOf, productIdOf, shortHash } from './identity.ts';
import { IdentityTable } from './identity-table.ts';

const cells = fc.array(fc.string(), { minLength: 1, maxLength: 3 });

describe('identityOf', () => {
  test.each([
    ['accents', ['Pouilly-Fuissé'], ['Pouilly-Fuisse'], true],
    ['capitals and spacing', ['Mas  La Plana '], ['MAS LA PLANA'], true],
    ['another year', ['Krone 2012'], ['Krone 2013'], false],
    ['cells do not run together', ['ab', 'c'], ['a', 'bc'], false],
  ])('%s', (_, one, other, isSame) => expect(shortHash(identityOf('x', one)) === shortHash(identityOf('x', other))).toBe(isSame));

  test('returns the same ids in every version, because shops have stored them', () => {
    const identity = identityOf('winemag', ['Krone', 'Krone 2012 Riserva']);
    expect(offerIdOf(identity, 'Krone 2012 Riserva')).toMatchInlineSnapshot(`"krone-2012-riserva-bpmdtaer"`);
    expect(productIdOf(identity, 0)).toMatchInlineSnapshot(`1372660615`);
    expect(identityOf('other', ['Krone', 'Krone 2012 Riserva'])).not.toEqual(identity);
  });

  test('gives a hundred thousand similar names distinct identities and well distributed product ids', () => {
    const seen = new Set<string>();
    const ids = new Set<number>();
    let upper = 0;
    for (let n = 0; n < 100_000; n++) {
      const identity = identityOf('x', [`Krone ${n}`]);
      seen.add(`${identity.high},${identity.low}`);
      const id = productIdOf(identity, 0);
      ids.add(id);
      if (id > 1_123_741_823) upper++;
    }
    expect(seen.size).toBe(100_000);
    // The expected number of collisions in 31 bits is 2.4.
    expect(ids.size).toBeGreaterThan(99_985);
    expect(Math.abs(upper - 50_000)).toBeLessThan(1_000);
  });
});

test('returns offer ids that match their pattern and product ids in their range', () => {
  fc.assert(
    fc.property(cells, fc.string(), fc.nat(5), (words, readable, attempt) => {
      const identity = identityOf('x', words);
      expect(offerIdOf(identity, readable)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      const id = productIdOf(identity, attempt);
      expect(Number.isInteger(id) && id >= FIRST_DERIVED_PRODUCT_ID && id <= 2_147_483_647).toBe(true);
      expect(productIdOf(identity, attempt + 1)).not.toBe(id);
    }),
  );
});

describe('IdentityTable', () => {
  test('keeps the last row of an identity and the product id of its first, also after growing', () => {
    const table = new IdentityTable();
    const wines = Array.from({ length: 3_000 }, (_, n) => identityOf('x', [`Krone ${n}`]));
    for (const [index, wine] of wines.entries()) table.note(wine, index + 1);
    const before = wines.map((wine) => table.productIdOf(wine));
    for (const [index, wine] of wines.entries()) if (index % 3 === 0) table.note(wine, 10_000 + index);
    expect(table.size).toBe(3_000);
    expect(wines.map((wine) => table.productIdOf(wine))).toEqual(before);
    expect(wines.map((wine) => table.rowOf(wine))).toEqual(wines.map((_, index) => (index % 3 === 0 ? 10_000 + index : index + 1)));
    expect(table.rowOf(identityOf('x', ['unheard of']))).toBe(0);
  });

  test('gives two identities with the same preferred product id two ids, reproducibly', () => {
    const first = { high: 0, low: 4096 };
    const second = { high: 0, low: 4097 };
    expect(productIdOf(first, 0)).toBe(productIdOf(second, 0));
    const ids = () => {
      const table = new IdentityTable();
      table.note(first, 1);
      table.note(second, 2);
      return [table.productIdOf(first), table.productIdOf(second)];
    };
    expect(ids()).toEqual([productIdOf(first, 0), productIdOf(second, 1)]);
    expect(ids()).toEqual(ids());
  });
});
