import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/SecretOfferPage.ts';
import { pageHead } from './page-head.ts';

export { default, loader } from './OpenOfferPage.tsx';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

/** Returns the tags of the page. Its handle excludes it from search engines. */
export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? pageHead(matches, loaderData, { isIndexed: true }) : [];
}
