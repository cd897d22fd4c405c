import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '../links.ts';

/** Facts of the site as the root loader gave them; null where it failed. */
export const useSiteData = (): SiteData | null => useRouteLoaderData<SiteData>('root') ?? null;

/** The same for `meta`, which runs outside components. */
export function getSiteData(matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]): SiteData | null {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteData | undefined) ?? null;
}
