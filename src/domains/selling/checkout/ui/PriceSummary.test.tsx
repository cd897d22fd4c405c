import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { toCartResponse } from '#domains/selling/cart/model/to-cart-response.ts';
import { MarketProvider } from '#markets/ui/market-context.tsx';
import { cartState } from '#tests/fixtures/carts.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { toPriceBreakdown } from '../model/price-summary.ts';
import { PriceSummary } from './PriceSummary.tsx';

const render = (overrides: Parameters<typeof cartState>[0] = {}, note?: string) =>
  renderToStaticMarkup(
    <MarketProvider market={overrides.market ?? 'AU'} terms={TERMS[overrides.market ?? 'AU']}>
      <PriceSummary
        breakdown={toPriceBreakdown(overrides.market ?? 'AU', toCartResponse(cartState(overrides), false))}
        {...(note && { note })}
      />
    </MarketProvider>,
  );

test('shows each amount as a term with its description, the included tax last [SITE-27]', () => {
  const rows = [...render().matchAll(/<div class="(\w+)"><dt>([^<]*)<\/dt><dd>([^<]*)<\/dd><\/div>/g)].map((match) => match.slice(1));

  expect(rows.map(([kind]) => kind)).toEqual(['lines', 'delivery', 'total', 'tax']);
  expect(rows.at(-1)).toEqual(['tax', 'Includes 10% GST', '$11.81']);
});

test('shows a note below the amounts only if there is one', () => {
  expect(render({}, 'Prices in AUD')).toMatch(/<\/dl><p class="[^"]*">Prices in AUD<\/p>$/);
  expect(render()).toMatch(/<\/dl>$/);
});
