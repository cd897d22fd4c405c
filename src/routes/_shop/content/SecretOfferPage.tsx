import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/SecretOfferPage.ts';
import { pageHead } from './page-head.ts';

export { default, loader } from './OpenOfferPage.tsx';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

/** The handle keeps the page out of search engines. */
export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? pageHead(matches, loaderData, { isIndexed: true }) : [];
}
