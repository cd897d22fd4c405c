import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '../links.ts';

/** Returns the site data of the root loader. @returns null if the loader failed */
export const useSiteData = (): SiteData | null => useRouteLoaderData<SiteData>('root') ?? null;

/** Like `useSiteData`, for `meta`, which runs outside components. */
export function getSiteData(matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]): SiteData | null {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteData | undefined) ?? null;
}
