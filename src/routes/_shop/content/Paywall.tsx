import { useCallback, useEffect, useState } from 'react';
import { contentContract } from '#domains/content/contract.ts';
import { PaywallForm } from '#domains/customers/access/ui/PaywallForm.tsx';
import { usePaywall } from '#domains/customers/access/ui/use-paywall.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { type LoadedPage, withOffers } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';

/** Shown in place of a locked page's blocks. Requests the blocks with the unlock token once the page is unlocked. */
export default function Paywall({ path }: { path: string }) {
  const auth = useAuthStore();
  const site = useSiteData()?.site;
  const { unlockToken, unlock, removeToken } = usePaywall(path);
  const [opened, setOpened] = useState<LoadedPage | null>(null);

  const open = useCallback(
    async (unlockToken: string): Promise<void> => {
      if (!site) return;
      const transport = signedTransport(fetchTransport(), auth);
      const result = await client(contentContract, transport).page({ path, proof: unlockToken });
      if (result.ok && !result.value.data.isLocked) setOpened(await withOffers({ site, transport }, result.value.data));
      // The password has changed, so the token is no longer valid.
      else if (result.ok) removeToken();
    },
    [auth, site, path, removeToken],
  );
  useEffect(() => {
    // Offline: the form stays, and pressing its button tries again.
    if (unlockToken !== null) void open(unlockToken).catch(() => {});
  }, [unlockToken, open]);

  if (opened) return <PageBlocks loaded={opened} />;
  return <PaywallForm isOpening={unlockToken !== null} unlock={unlock} />;
}
