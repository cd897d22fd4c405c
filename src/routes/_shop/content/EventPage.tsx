import { DEFAULT_MARKET, getMarketConfig } from '#markets/market.ts';
import { event } from '#routes/_layout/json-ld.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/EventPage.ts';
import { EventBody } from './EventBody.tsx';
import { loadPage } from './load-page.ts';
import { EVENTS, type PageHead, pageHead } from './page-head.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export const loader = ({ url, context }: Route.LoaderArgs) => loadPage(context.get(pageContext), url.pathname);

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { page, offers } = loaderData;
  const { currency } = getMarketConfig(getSiteData(matches)?.site.market ?? DEFAULT_MARKET);
  const data: PageHead['data'] = (origin, image, shopName) =>
    import.meta.env.SSR && page.event ? [event(origin, page, image, page.event, currency, shopName)] : [];
  return pageHead(matches, { page, offers, list: EVENTS, data });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  return <EventBody loaded={loaderData} />;
}
