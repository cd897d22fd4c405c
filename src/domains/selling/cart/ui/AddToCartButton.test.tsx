import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { toHit } from '#domains/catalogue/model/hit.ts';
import { offer } from '#tests/fixtures/offers.ts';
import { AddToCartButton, type AddToCartButtonProps } from './AddToCartButton.tsx';
import { CartContext } from './cart-context.tsx';
import { createLazyCartStore } from './lazy-cart-store.ts';

const HIT = toHit(offer(), { packPriceCents: 240_00, packRrpCents: null, available: 50 }, 'v1');

const store = createLazyCartStore(() => new Promise(() => {}));
const render = (changes: Partial<CatalogueHit> = {}, props: Partial<AddToCartButtonProps> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CartContext value={{ store, listPath: '/wines', oneClickCheckout: null }}>
        <AddToCartButton offer={{ ...HIT, ...changes }} {...props} />
      </CartContext>
    </MemoryRouter>,
  );

describe('the button of an offer', () => {
  test('is named "Add to cart" and described by the offer [NAME-2]', () => {
    expect(render()).toMatch(/<button [^>]*aria-label="Add to cart"[^>]*aria-describedby="([^"]+)".*<span id="\1" hidden="">/);
    expect(render({}, { titleId: 'title' })).toMatch(/aria-describedby="title"/);
  });

  test('is disabled if the offer has sold out', () => {
    const html = render({ inventoryStatus: 'SOLD_OUT' });

    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toContain('Add to cart');
  });

  test('has a quantity to add beside it on the page of the offer, up to limit and stock [CART-41, CART-42]', () => {
    const html = render({ orderQuantityMaximum: 3, casesLeft: 1 }, { size: 'page' });

    expect(html).toContain('Add to cart');
    expect(html).toMatch(/<button [^>]*aria-label="Increase quantity"[^>]* disabled=""/);
    expect(render({ orderQuantityMaximum: 3, casesLeft: 2 }, { size: 'page' })).not.toMatch(
      /aria-label="Increase quantity"[^>]* disabled=""/,
    );
  });
});
