import { describe, expect, test } from 'vitest';
import type { Cart } from '../contract.ts';
import { FakeShop, hit } from '../ui/testing/fake-shop.ts';
import {
  applyStep,
  desiredQuantity,
  type Intents,
  NO_INTENTS,
  nextStep,
  revertIntent,
  type Step,
  withAddIntent,
  withSetIntent,
} from './line-intents.ts';
import { lineOfHit } from './optimistic-cart.ts';

const line = lineOfHit(hit(1));
const cartOf = (quantity: number): Cart | null => {
  const shop = new FakeShop([hit(1)]);
  const created = shop.respond('/api/create-cart', { productId: 1 }, undefined).body as { data: Cart };
  const [item] = created.data.lineItems;
  return item && quantity > 0 ? { ...created.data, lineItems: [{ ...item, quantity }] } : null;
};
const step = (cart: Cart | null, intents: Intents): Step => {
  const next = nextStep(cart, intents);
  if (!next) throw new Error('there is nothing to do');
  return next;
};

describe('intents of a shopper', () => {
  const rows: readonly [name: string, inCart: number, (cart: Cart | null) => Intents, wanted: number, next: Step['kind'] | null][] = [
    ['nothing', 2, () => NO_INTENTS, 2, null],
    ['one case of something new', 0, () => withAddIntent(NO_INTENTS, line, 1), 1, 'add'],
    ['one more of what is there', 2, () => withAddIntent(NO_INTENTS, line, 1), 3, 'add'],
    ['three clicks', 0, () => withAddIntent(withAddIntent(withAddIntent(NO_INTENTS, line, 1), line, 1), line, 1), 3, 'add'],
    ['a number', 2, (cart) => withSetIntent(cart, NO_INTENTS, 'offer-1', 5), 5, 'update'],
    ['none', 2, (cart) => withSetIntent(cart, NO_INTENTS, 'offer-1', 0), 0, 'remove'],
    ['the number it is', 2, (cart) => withSetIntent(cart, NO_INTENTS, 'offer-1', 2), 2, 'nothing'],
    ['a number of something not there', 0, (cart) => withSetIntent(cart, NO_INTENTS, 'offer-1', 2), 0, null],
    ['added, then none of it', 0, (cart) => withSetIntent(cart, withAddIntent(NO_INTENTS, line, 1), 'offer-1', 0), 0, 'nothing'],
    ['added to two, then one', 2, (cart) => withSetIntent(cart, withAddIntent(NO_INTENTS, line, 1), 'offer-1', 1), 1, 'update'],
    ['taken out, then put back', 2, (cart) => withAddIntent(withSetIntent(cart, NO_INTENTS, 'offer-1', 0), line, 2), 2, 'nothing'],
  ];
  test.each(rows)('%s', (_, inCart, want, expected, next) => {
    const cart = cartOf(inCart);
    const intents = want(cart);
    expect(desiredQuantity(cart, intents, 'offer-1')).toBe(expected);
    expect(nextStep(cart, intents)?.kind ?? null).toBe(next);
  });
});

describe('a gift card with a recipient', () => {
  const ada = { recipientName: 'Ada', recipientEmail: 'ada@example.com', senderName: '', message: '', sendOn: '' };
  const forAda = { ...line, gift: ada };

  test('has a separate line from one for another person and one without recipient', () => {
    const intents = withAddIntent(
      withAddIntent(withAddIntent(NO_INTENTS, forAda, 1), { ...line, gift: { ...ada, recipientEmail: 'b@b.com' } }, 1),
      line,
      1,
    );
    expect([...intents.values()].map((intent) => [intent.kind, intent.line?.gift?.recipientEmail])).toEqual([
      ['add', 'ada@example.com'],
      ['add', 'b@b.com'],
      ['add', undefined],
    ]);
  });

  test.each([
    ['new', forAda],
    ['put back', { ...line, giftBefore: { lineId: 'line', tag: { recipientName: 'Ada', sendOn: '' } } }],
  ])('%s, two cases: sends each as an addition, so that the server finds its line', (_, personalisation) => {
    const intents = withAddIntent(NO_INTENTS, personalisation, 2);
    const after = applyStep(intents, step(null, intents), cartOf(1));
    expect(nextStep(cartOf(1), after)).toMatchObject({ kind: 'add', cases: 1, line: personalisation });
    expect(applyStep(after, step(cartOf(1), after), cartOf(2)).size).toBe(0);
  });
});

describe('intents after a response', () => {
  test('turns the rest of an addition of three into a quantity after the first', () => {
    const intents = withAddIntent(NO_INTENTS, line, 3);
    const after = applyStep(intents, step(null, intents), cartOf(1));
    expect(nextStep(cartOf(1), after)).toMatchObject({ kind: 'update', quantity: 3 });
  });

  test('removes a line that was removed while its addition was in progress', () => {
    const intents = withAddIntent(NO_INTENTS, line, 1);
    const sent = step(null, intents);
    const changed = withSetIntent(null, intents, 'offer-1', 0);
    expect(nextStep(cartOf(1), applyStep(changed, sent, cartOf(1)))).toMatchObject({ kind: 'remove' });
  });

  test('sends the newer quantity if it changed while an update was in progress', () => {
    const cart = cartOf(1);
    const intents = withSetIntent(cart, NO_INTENTS, 'offer-1', 2);
    const newer = withSetIntent(cart, intents, 'offer-1', 6);
    expect(nextStep(cartOf(2), applyStep(newer, step(cart, intents), cartOf(2)))).toMatchObject({ kind: 'update', quantity: 6 });
  });

  test('adds a line again that was restored while its removal was in progress', () => {
    const cart = cartOf(2);
    const intents = withSetIntent(cart, NO_INTENTS, 'offer-1', 0);
    const back = withAddIntent(intents, line, 2);
    expect(nextStep(null, applyStep(back, step(cart, intents), null))).toMatchObject({ kind: 'add', cases: 2 });
  });

  test('reverts the rejected change, but not a later one', () => {
    const cart = cartOf(1);
    const intents = withSetIntent(cart, NO_INTENTS, 'offer-1', 50);
    const sent = step(cart, intents);
    expect(revertIntent(intents, sent).size).toBe(0);
    expect(desiredQuantity(cart, revertIntent(withSetIntent(cart, intents, 'offer-1', 2), sent), 'offer-1')).toBe(2);
  });
});
