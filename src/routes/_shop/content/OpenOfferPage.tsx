import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/OpenOfferPage.ts';
import { loadPage } from './load-page.ts';
import { OpenOfferBody } from './OpenOfferBody.tsx';
import { pageHead } from './page-head.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export const loader = ({ url, context }: Route.LoaderArgs) => loadPage(context.get(pageContext), url.pathname);

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? pageHead(matches, loaderData) : [];
}

export default function OpenOfferPage({ loaderData }: Route.ComponentProps) {
  return <OpenOfferBody loaded={loaderData} />;
}
