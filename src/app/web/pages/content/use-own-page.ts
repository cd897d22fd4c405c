import { useCallback } from 'react';
import { contentContract } from '../../../../content/contract.ts';
import { useAuthStore } from '../../../../identity/web/auth-context.ts';
import { signedTransport } from '../../../../identity/web/signed-transport.ts';
import { client } from '../../../../platform/client.ts';
import { fetchTransport } from '../../../../platform/web/fetch-transport.ts';
import { usePersonalised } from '../../../../search/web/use-own.ts';
import { useSiteData } from '../../site-facts.ts';
import type { LoadedPage } from './load-page.ts';

/**
 * A page with the offers in its blocks that its reader may know of: a guest's names no others, so it is asked for again with the
 * token. `given` must stay the same object; one that was unlocked stays as it is.
 */
export function usePersonalisedPage(given: LoadedPage): LoadedPage {
  const auth = useAuthStore();
  const site = useSiteData()?.site;
  const ask = useCallback(async () => {
    if (!site) return null;
    const transport = signedTransport(fetchTransport(), auth);
    const answer = await client(contentContract, transport).page({ path: given.page.path });
    if (!answer.ok || answer.value.data.isLocked) return null;
    const { withOffers } = await import('./load-page.ts');
    return { ...(await withOffers({ site, transport }, answer.value.data)), now: given.now };
  }, [auth, site, given]);
  return usePersonalised(given, ask);
}
