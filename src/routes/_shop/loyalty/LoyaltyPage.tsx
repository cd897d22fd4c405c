import { Link } from 'react-router';
import { TierBadge } from '#domains/customers/loyalty/ui/TierBadge.tsx';
import { formatMoney } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { headTags } from '#routes/_layout/head.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/LoyaltyPage.ts';
import '#ui/styles/dash-list.css';
import './LoyaltyPage.css';
import { loadProgramme } from './load-programme.ts';
import { loyaltyPageMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  return { config: await loadProgramme({ context, request }) };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const description = m.intro(loaderData.config.windowMonths);
  return headTags(siteData, { title: m.title, description, path: '/loyalty', markets: MARKETS });
}

/** Comparison of the tiers: conditions and benefits [CONT-3, LOY-23]. */
export default function LoyaltyPage({ loaderData: { config } }: Route.ComponentProps) {
  const { locale, currency } = useMarketConfig();
  return (
    <div className="container">
      <header className="loyalty-head">
        <h1 className="heading-2">{m.title}</h1>
        <p className="intro text-muted">{m.intro(config.windowMonths)}</p>
        <p>
          <Link className="link link-lone" to="/account/very-important-mofo">
            {m.checkTier}
          </Link>
        </p>
      </header>
      <ul className="tier-table">
        {config.tiers
          .filter(({ tier }) => tier !== 'NEW')
          .map(({ tier, name, spend, summary, benefits }) => (
            <li key={tier}>
              <TierBadge tier={tier} height={92} />
              <h2 className="heading-4">
                <Link className="link" to={`/loyalty/${tier.toLowerCase()}`}>
                  {name}
                </Link>
              </h2>
              <p className="small num">
                {spend === null
                  ? m.invitation
                  : spend === 0
                    ? m.fromDayOne
                    : m.from(formatMoney(Math.round(spend * 100), locale, currency), config.windowMonths)}
              </p>
              <p className="small text-muted">{summary}</p>
              <ul className="dash-list small">
                {benefits.map((benefit) => (
                  <li key={benefit}>{benefit}</li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
    </div>
  );
}
