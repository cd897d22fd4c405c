import { useCallback } from 'react';
import { contentContract } from '#domains/content/contract.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { usePersonalised } from '#domains/discovery/search/ui/use-personalised.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import type { LoadedPage } from './load-page.ts';

/**
 * Returns a page with the offers of its blocks that the customer may see. The document has only those for guests, so the page is
 * requested again with the token. `initial` must be a stable reference. A locked page is not replaced.
 */
export function usePersonalisedPage(initial: LoadedPage): LoadedPage {
  const auth = useAuthStore();
  const site = useSiteData()?.site;
  const ask = useCallback(async () => {
    if (!site) return null;
    const transport = signedTransport(fetchTransport(), auth);
    const result = await client(contentContract, transport).page({ path: initial.page.path });
    if (!result.ok || result.value.data.isLocked) return null;
    const { withOffers } = await import('./load-page.ts');
    return { ...(await withOffers({ site, transport }, result.value.data)), now: initial.now };
  }, [auth, site, initial]);
  return usePersonalised(initial, ask);
}
