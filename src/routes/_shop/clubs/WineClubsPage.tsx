import { Link } from 'react-router';
import { MARKETS } from '#markets/market.ts';
import { headTags } from '#routes/_layout/head.ts';
import { breadcrumbList } from '#routes/_layout/json-ld.ts';
import { getSiteData, useSiteData } from '#routes/_layout/use-site-data.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Route } from './+types/WineClubsPage.ts';
import { ClubSection } from './ClubSection.tsx';
import { loadClubs } from './load-clubs.ts';
import './WineClubsPage.css';
import { clubPageMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

const CLUBS = { label: m.title, to: '/wine-clubs' } as const;

export const loader = ({ context }: Route.LoaderArgs) => loadClubs(context.get(pageContext));

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData) return [];
  return headTags(siteData, {
    title: m.title,
    description: m.intro,
    path: CLUBS.to,
    markets: MARKETS,
    data: import.meta.env.SSR ? [breadcrumbList(siteData.origin, [{ label: m.home, to: '/' }, CLUBS])] : [],
  });
}

/** All clubs of the site with their options [CONT-6]. */
export default function WineClubsPage({ loaderData: { clubs, remindDays, offers } }: Route.ComponentProps) {
  const listPath = useSiteData()?.site.listPath ?? '/wines';
  if (clubs.length === 0) return <NoClubs listPath={listPath} />;
  return (
    <>
      <div className="container club-head">
        <h1 className="heading-1">{m.heading}</h1>
        <p className="intro">{m.intro}</p>
      </div>
      {clubs.map((club) => (
        <ClubSection key={club.id} club={club} offers={offers}>
          <h2 className="heading-3">{club.name}</h2>
          <p className="intro">{club.summary}</p>
          <Link className="link link-lone" to={club.path} aria-label={m.moreAbout(club.name)}>
            {m.more}
          </Link>
        </ClubSection>
      ))}
      <section className="club-how-frame">
        <div className="container club-steps">
          <h2 className="heading-3">{m.howItWorks}</h2>
          <ol>
            {m.steps.map(({ title, text }) => (
              <li key={title}>
                <h3 className="heading-5">{title}</h3>
                <p className="text-muted">{typeof text === 'string' ? text : text(remindDays)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}

const NoClubs = ({ listPath }: { listPath: string }) => (
  <div className="container">
    <EmptyState
      drawing="door"
      level={1}
      title={m.none}
      action={
        <Link className="button button-primary" to={listPath}>
          {m.browse}
        </Link>
      }
    >
      <p>{m.noneText}</p>
    </EmptyState>
  </div>
);
