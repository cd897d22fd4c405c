import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { BlockColumn, Blocks } from '#domains/content/ui/Blocks.tsx';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { ClubView } from '#domains/selling/clubs/model/club-view.ts';
import { trackClubEvent } from '#domains/selling/clubs/ui/club-events.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { endOfNextMonth, todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { headTags } from '#routes/_layout/head.ts';
import { breadcrumbList, clubProduct, faqPage } from '#routes/_layout/json-ld.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { OfferGrid, pictureFrom } from '../content/PageBlocks.tsx';
import type { Route } from './+types/ClubPage.ts';
import { ClubSection } from './ClubSection.tsx';
import { loadClub } from './load-clubs.ts';
import './ClubPage.css';
import { clubPageMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  return {
    ...(await loadClub(page, params.slug)),
    // Computed on the server, so that the browser's clock has no effect.
    priceValidUntil: endOfNextMonth(todayIn(page.site.market, new Date())),
  };
}

const breadcrumbsTo = ({ name, path }: ClubView) => [
  { label: m.home, to: '/' },
  { label: m.title, to: '/wine-clubs' },
  { label: name, to: path },
];

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const { club, priceValidUntil } = loaderData;
  const questions = club.blocks.flatMap((block) => (block.type === 'faq' ? block.questions : []));
  return headTags(siteData, {
    title: m.titleOf(club.name),
    description: club.summary || club.name,
    path: club.path,
    markets: MARKETS,
    isIndexed: !club.isClosed,
    picture: club.variants.find((variant) => variant.case)?.case?.imageUrl,
    data: import.meta.env.SSR
      ? [
          breadcrumbList(siteData.origin, breadcrumbsTo(club)),
          ...(club.isClosed
            ? []
            : [
                clubProduct(
                  siteData.origin,
                  club,
                  getMarketConfig(siteData.site.market).currency,
                  priceValidUntil,
                  siteData.layout.identity?.name,
                ),
              ]),
          ...(questions.length > 0 ? [faqPage(questions)] : []),
        ]
      : [],
  });
}

/** Page of a club [CONT-21]: description, options, content of each case, questions and answers. */
export default function ClubPage({ loaderData: { club, offers, contents } }: Route.ComponentProps) {
  const { user, isLoading } = useAuth();
  const { sub } = user ?? {};
  useEffect(() => {
    if (!isLoading) trackClubEvent('Club Viewed', { club: club.name, value: club.fromPrice, userId: sub });
  }, [club.name, club.fromPrice, isLoading, sub]);
  return (
    <>
      <div className="container">
        <Breadcrumbs breadcrumbs={breadcrumbsTo(club)} />
        <NotCharged />
      </div>
      <ClubSection club={club} offers={offers}>
        {club.kicker && <p className="label text-muted">{club.kicker}</p>}
        <h1 className="heading-2">{club.name}</h1>
        <p className="intro">{club.summary}</p>
      </ClubSection>
      <CasesOf club={club} contents={contents} />
      <div className="club-blocks">
        <BlockColumn className="container">
          <Blocks
            blocks={club.blocks}
            path={club.path}
            offersOf={({ offerIds, limit }) => <OfferGrid offers={offerIds.flatMap((id) => offers[id] ?? []).slice(0, limit)} />}
            pictureOf={pictureFrom(offers)}
          />
        </BlockColumn>
      </div>
    </>
  );
}

/** Notice after a cancelled payment. */
function NotCharged() {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  if (!isHydrated || params.get('payment') !== 'cancelled') return null;
  return (
    <p className="club-full" role="status">
      {m.cancelled}
    </p>
  );
}

/** Lists each variant with the bottles that the visitor may see. */
function CasesOf({ club, contents }: { club: ClubView; contents: Readonly<Record<string, OfferDetail['contents']>> }) {
  const { market } = useMarketConfig();
  return (
    <div className="club-contents">
      <section className="container club-contents-in">
        <h2 className="heading-3">{m.inTheCases}</h2>
        <p className="intro text-muted">{m.inTheCasesText}</p>
        <div className="club-boxes">
          {club.variants.map((variant) => {
            const bottles = variant.case ? (contents[variant.case.offerId] ?? []) : [];
            return (
              <article key={variant.id} className="club-box">
                <h3 className="heading-4">{variant.label}</h3>
                <p>
                  <b className="num">{formatMoneyIn(market, variant.price)}</b> <span className="text-muted">{m.perCase}</span>
                </p>
                {variant.summary && <p className="text-muted">{variant.summary}</p>}
                {bottles.length > 0 && (
                  <ol>
                    {bottles.map((bottle) => (
                      <li key={`${bottle.brand} ${bottle.name} ${bottle.vintage}`}>
                        <span>
                          <b>{[bottle.name, bottle.vintage].filter(Boolean).join(' ')}</b>
                          <span className="small text-muted">{bottle.brand}</span>
                        </span>
                        {bottle.quantity > 1 && <span className="num text-muted">× {bottle.quantity}</span>}
                      </li>
                    ))}
                  </ol>
                )}
                {variant.case && (
                  <Link
                    className="link link-lone"
                    to={variant.case.url}
                    aria-label={m.sameCaseOf(formatMoneyIn(market, variant.case.packPrice), variant.label)}
                  >
                    {m.sameCase(formatMoneyIn(market, variant.case.packPrice))}
                  </Link>
                )}
              </article>
            );
          })}
        </div>
      </section>
    </div>
  );
}
