/** Tells a shopper whose page was made with other delivery fees or taxes that the total has changed. */
import { settingMessages } from '#domains/settings/messages.ts';
import { formatMoney } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig } from '#markets/market.ts';
import type { CartState } from './cart.ts';
import { type Totals, totalsOf } from './totals.ts';

/** What a request says about the settings that its page was made with. */
interface SeenTerms {
  readonly outdatedTerms: SellingTerms | 'unknown' | null;
}

/** Returns a notice if the cart costs something else than with the terms of the page. */
export function termsNotices({ outdatedTerms }: SeenTerms, state: CartState, { totalCents }: Totals): string[] {
  if (outdatedTerms === null) return [];
  if (outdatedTerms !== 'unknown' && totalsOf({ ...state, terms: outdatedTerms }).totalCents === totalCents) return [];
  const { locale, currency } = getMarketConfig(state.market);
  return [settingMessages.termsChanged(formatMoney(totalCents, locale, currency))];
}
