import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { AuthProvider, type AuthProviderProps } from '#domains/customers/identity/ui/AuthProvider.tsx';
import { setPageRevision } from '#lib/browser/page-revision.ts';
import type { SiteData } from '../links.ts';
import { SiteEffects } from './SiteEffects.tsx';

/** Loads the account's details. The code is imported for customers only. */
const loadAccountDetails: AuthProviderProps['loadAccountDetails'] = async (auth, customerId) =>
  (await import('#domains/customers/account/ui/load-account-details.ts')).loadAccountDetails(auth, customerId);

const deletePersonalData = async (): Promise<void> => (await import('./delete-personal-data.ts')).deletePersonalData();

/** Provides the sign-in and the effects of every page, whatever its layout. Stays mounted across navigations. */
export function AppShell({ siteData, children }: { siteData: SiteData; children: ReactNode }) {
  const { revalidate } = useRevalidator();
  const { revision } = siteData.layout;
  useEffect(() => setPageRevision(revision, () => void revalidate()), [revision, revalidate]);
  return (
    <AuthProvider
      market={siteData.site.market}
      login={siteData.layout.login}
      loadAccountDetails={loadAccountDetails}
      deletePersonalData={deletePersonalData}
    >
      {children}
      <SiteEffects />
    </AuthProvider>
  );
}
