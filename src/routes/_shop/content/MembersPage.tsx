import { type ReactNode, useEffect, useState } from 'react';
import { contentContract } from '#domains/content/contract.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { withoutTrailingSlash } from '#lib/trailing-slash.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { pageTitle } from '#routes/messages.ts';
import { useShopName } from '#ui/shop-identity.ts';
import { type LoadedPage, withOffers } from './load-page.ts';
import { PageBody } from './PageBody.tsx';

/**
 * A page for certain tiers, or of a secret offer. The document is the ordinary 404 page. The browser requests the page again with
 * the customer's token [CAT-18].
 */
export default function MembersPage({ pathname, missing }: { pathname: string; missing: ReactNode }) {
  const auth = useAuthStore();
  const site = useSiteData()?.site;
  const shopName = useShopName();
  const [found, setFound] = useState<LoadedPage | 'asking' | 'none'>('asking');
  useEffect(() => {
    if (!site) return;
    let isStale = false;
    const ask = async (): Promise<LoadedPage | 'none'> => {
      const transport = signedTransport(fetchTransport(), auth);
      const result = await client(contentContract, transport).page({ path: withoutTrailingSlash(pathname.toLowerCase()) });
      return result.ok ? withOffers({ site, transport }, result.value.data) : 'none';
    };
    ask().then(
      (page) => !isStale && setFound(page),
      () => !isStale && setFound('none'),
    );
    return () => {
      isStale = true;
    };
  }, [auth, site, pathname]);
  const title = typeof found === 'string' ? null : found.page.title;
  useEffect(() => {
    if (title !== null) document.title = pageTitle(title, shopName);
  }, [title, shopName]);
  if (found === 'asking') return <div className="container failed" aria-busy="true" />;
  return found === 'none' ? missing : <PageBody loaded={found} />;
}
