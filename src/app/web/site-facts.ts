import { useRouteLoaderData } from 'react-router';
import type { SiteFacts } from '../shop-links.ts';

/** Facts of the site as the root loader gave them; null where it failed. */
export const useSiteFacts = (): SiteFacts | null => useRouteLoaderData<SiteFacts>('root') ?? null;

/** The same for `meta`, which runs outside components. */
export function siteFactsOf(matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]): SiteFacts | null {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteFacts | undefined) ?? null;
}
