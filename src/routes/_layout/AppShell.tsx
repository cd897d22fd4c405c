import type { ReactNode } from 'react';
import { AuthProvider, type AuthProviderProps } from '#domains/customers/identity/ui/AuthProvider.tsx';
import type { SiteData } from '../links.ts';
import { SiteEffects } from './SiteEffects.tsx';

/** Loaded for customers only. */
const loadAccountDetails: AuthProviderProps['loadAccountDetails'] = async (auth, customerId) =>
  (await import('#domains/customers/account/ui/load-account-details.ts')).loadAccountDetails(auth, customerId);

const forgetPersonal = async (): Promise<void> => (await import('./forget-personal.ts')).forgetPersonal();

/** What every page shares, whatever its layout: the sign-in and the effects. Stays while pages change. */
export function AppShell({ siteData, children }: { siteData: SiteData; children: ReactNode }) {
  return (
    <AuthProvider
      market={siteData.site.market}
      login={siteData.layout.login}
      loadAccountDetails={loadAccountDetails}
      forgetPersonal={forgetPersonal}
    >
      {children}
      <SiteEffects />
    </AuthProvider>
  );
}
