import { data, Link } from 'react-router';
import { formatDiscount } from '#domains/customers/loyalty/model/programme-values.ts';
import { TierBadge } from '#domains/customers/loyalty/ui/TierBadge.tsx';
import { formatMoney } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { headTags } from '#routes/_layout/head.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import type { Route } from './+types/LoyaltyTierPage.ts';
import '#ui/styles/dash-list.css';
import '#ui/styles/media.css';
import { loadProgramme } from './load-programme.ts';
import { loyaltyPageMessages as m, tierOfferMessages } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { tiers, windowMonths } = await loadProgramme({ context, request });
  const tier = tiers.find((each) => each.tier.toLowerCase() === params.tier);
  if (!tier) throw data(null, { status: 404 });
  return { tier, windowMonths };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const { tier, name, summary } = loaderData.tier;
  return headTags(siteData, { title: m.members(name), description: summary, path: `/loyalty/${tier.toLowerCase()}`, markets: MARKETS });
}

/** One tier: conditions and benefits. */
export default function LoyaltyTierPage({ loaderData: { tier, windowMonths } }: Route.ComponentProps) {
  const { market, locale, currency } = useMarketConfig();
  const dollars = (amount: number) => formatMoney(Math.round(amount * 100), locale, currency);
  const { name, spend, summary, benefits, couponValues, discountKind } = tier;
  const off = (value: number) => formatDiscount(value, discountKind, market);
  return (
    <div className="container">
      <Breadcrumbs
        breadcrumbs={[
          { label: m.home, to: '/' },
          { label: m.title, to: '/loyalty' },
        ]}
      />
      <header className="loyalty-head media">
        <TierBadge tier={tier.tier} height={148} />
        <div>
          <h1 className="heading-2">{m.members(name)}</h1>
          <p className="intro text-muted">{summary}</p>
        </div>
      </header>
      <p>{spend === null ? m.invitationOnly : spend === 0 ? m.everyone : m.spend(dollars(spend), windowMonths)}</p>
      <ul className="dash-list">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {couponValues.birthday > 0 && <p>{m.birthday(off(couponValues.birthday))}</p>}
      {couponValues.anniversary > 0 && <p>{m.anniversary(off(couponValues.anniversary))}</p>}
      <p className="loyalty-head">
        <Link className="button button-outline" to="/tier-offers">
          {tierOfferMessages.title}
        </Link>
      </p>
    </div>
  );
}
