/** Selects the banners of promotions for a cart [PROMO-3]. Their texts are data. */

import { fillTitle } from '#lib/define-contract.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { type AppliedPromotion, createMissingCalculator, hasEffect, type Missing, type PricedLine } from './discounts.ts';
import type { BANNER_PAGES, BANNER_TYPES, Promotion } from './promotion.ts';
import { publicName } from './referral-name.ts';

export interface Banner {
  /** Promotion id and index of the banner: `12-0`. */
  readonly id: string;
  readonly type: (typeof BANNER_TYPES)[number];
  readonly page: (typeof BANNER_PAGES)[number];
  readonly text: string;
}

type BannerType = Banner['type'];

/** Returns how much of a promotion's conditions is met, from 0 to 1: the lower of the shares of cases and amount. */
function nearness({ minimumCents, minimumQuantity }: Promotion, missing: Missing): number {
  const cases = Math.max(1, minimumQuantity);
  return Math.min(1 - missing.cases / cases, minimumCents === 0 ? 1 : 1 - missing.cents / minimumCents);
}

function bannersOf(promotion: Promotion, type: BannerType, missing: Missing, market: Market): Banner[] {
  const { locale, currency } = getMarketConfig(market);
  return promotion.banners.flatMap((banner, index) => {
    if (banner.type !== type || (type === 'upsell' && nearness(promotion, missing) < banner.shownFrom)) return [];
    const values = {
      cases: `${missing.cases} case${missing.cases === 1 ? '' : 's'}`,
      amount: formatMoney(missing.cents, locale, currency),
      code: promotion.code ?? '',
      name: publicName(promotion.name),
    };
    return [{ id: `${promotion.id}-${index}`, type, page: banner.page, text: fillTitle(banner.text, values) }];
  });
}

const typeOf = (missing: Missing): BannerType => (missing.cases > 0 || missing.cents > 0 ? 'upsell' : 'eligible');

/**
 * Returns the banners of a cart.
 * @param applied the promotions that were applied to the cart, with and without effect
 * @param offered promotions with codes and banners; those that are on the cart are skipped
 */
export function bannersFor(
  market: Market,
  applied: readonly AppliedPromotion[],
  offered: readonly Promotion[],
  lines: readonly PricedLine[],
): Banner[] {
  if (lines.length === 0) return [];
  const missingOf = offered.length === 0 ? null : createMissingCalculator(lines);
  return [
    ...applied.flatMap((entry) => bannersOf(entry.promotion, hasEffect(entry) ? 'applied' : typeOf(entry.missing), entry.missing, market)),
    ...offered
      .filter((promotion) => !applied.some((entry) => entry.promotion.id === promotion.id))
      .flatMap((promotion) => {
        const missing = missingOf?.(promotion) ?? { cases: 0, cents: 0 };
        return bannersOf(promotion, typeOf(missing), missing, market);
      }),
  ];
}
