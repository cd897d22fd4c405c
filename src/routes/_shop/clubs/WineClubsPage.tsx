import { Link } from 'react-router';
import { MARKETS } from '#markets/market.ts';
import { headTags } from '#routes/_layout/head.ts';
import { breadcrumbList } from '#routes/_layout/json-ld.ts';
import { pageContext } from '#routes/_layout/page-context.ts';
import { getSiteData, useSiteData } from '#routes/_layout/use-site-data.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Route } from './+types/WineClubsPage.ts';
import { ClubSection } from './ClubSection.tsx';
import { loadClubs } from './load-clubs.ts';
import './WineClubsPage.css';

const CLUBS = { label: 'Wine clubs', to: '/wine-clubs' } as const;
const INTRO =
  'A case comes when you said it would, at less than its bottles cost. We write before each one; you skip, swap, pause or stop in two clicks.';

const STEPS = [
  { title: 'The first one leaves', words: 'The day you join, paid as any order is. Your card is kept for the next.' },
  { title: 'We write first', words: 'Five days before each case: what it costs, when it leaves, and a way to skip it.' },
  { title: 'You say when', words: 'Another case, another rhythm, a pause or the end: from your account, no call, no fee.' },
] as const;

export const loader = ({ context }: Route.LoaderArgs) => loadClubs(context.get(pageContext));

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = getSiteData(matches);
  if (!facts) return [];
  return headTags(facts, {
    title: 'Wine clubs',
    description: INTRO,
    path: CLUBS.to,
    markets: MARKETS,
    data: import.meta.env.SSR ? [breadcrumbList(facts.origin, [{ label: 'Home', to: '/' }, CLUBS])] : [],
  });
}

/** All clubs of the site with their options [CONT-6]. */
export default function WineClubsPage({ loaderData: { clubs, offers } }: Route.ComponentProps) {
  const listPath = useSiteData()?.site.listPath ?? '/wines';
  if (clubs.length === 0) return <NoClubs listPath={listPath} />;
  return (
    <>
      <div className="container club-head">
        <h1 className="heading-1">A case, when you say so.</h1>
        <p className="intro">{INTRO}</p>
      </div>
      {clubs.map((club) => (
        <ClubSection key={club.id} club={club} offers={offers}>
          <h2 className="heading-3">{club.name}</h2>
          <p className="intro">{club.summary}</p>
          <Link className="link link-lone" to={club.path} aria-label={`More about ${club.name}`}>
            What’s in the cases, and questions
          </Link>
        </ClubSection>
      ))}
      <section className="club-how-frame">
        <div className="container club-steps">
          <h2 className="heading-3">How it goes</h2>
          <ol>
            {STEPS.map(({ title, words }) => (
              <li key={title}>
                <h3 className="heading-5">{title}</h3>
                <p className="text-muted">{words}</p>
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
      title="No clubs just now"
      action={
        <Link className="button button-primary" to={listPath}>
          Go to the shelves
        </Link>
      }
    >
      <p>This shop has no club at the moment. The shelves are as full as ever.</p>
    </EmptyState>
  </div>
);
