import { redirect } from 'react-router';
import { DEFAULT_MARKET, marketFacts } from '#markets/market.ts';
import { event } from '#routes/_layout/json-ld.ts';
import { pageContext } from '#routes/_layout/page-context.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import { redirectOf } from '#routes/redirects.ts';
import type { Route } from './+types/EventPage.ts';
import { EventBody } from './EventBody.tsx';
import { loadPage } from './load-page.ts';
import { EVENTS, pageHead } from './page-head.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { pathname } = url;
  const outside = redirectOf(pathname)?.outside;
  if (outside && page.frame.outside[outside]) throw redirect(page.frame.outside[outside]);
  return loadPage(page, pathname).catch((failure: unknown) => {
    // The URL is fixed, but the event is the retailer's. Without one, the events list is shown [CONT-33].
    if (outside && isNotFound(failure)) throw redirect('/events');
    throw failure;
  });
}

const isNotFound = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'init' in failure && (failure.init as ResponseInit | null)?.status === 404;

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { page, offers } = loaderData;
  const { currency } = marketFacts(getSiteData(matches)?.site.market ?? DEFAULT_MARKET);
  const data = (origin: string, image: string) =>
    import.meta.env.SSR && page.event ? [event(origin, page, image, page.event, currency)] : [];
  return pageHead(matches, { page, offers, list: EVENTS, data });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  return <EventBody loaded={loaderData} />;
}
