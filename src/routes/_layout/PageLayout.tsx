import { type ReactNode, Suspense } from 'react';
import { useMatches, useRouteError } from 'react-router';
import { AuthProvider, type AuthProviderProps } from '#domains/customers/identity/ui/AuthProvider.tsx';
import { MarketProvider } from '#markets/ui/market-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { type SiteData, telUrl } from '../links.ts';
import { SiteBehaviour } from './SiteEffects.tsx';
import { SiteLayout } from './SiteLayout.tsx';

export interface PageFrameProps {
  readonly facts: SiteData;
  readonly children: ReactNode;
}

// Loaded on demand, because most visits end before the checkout.
const CheckoutLayout = lazyComponent(() => import('#domains/selling/checkout/ui/CheckoutLayout.tsx'));

const checkoutFrame =
  (step: 'details' | 'payment') =>
  ({ facts, children }: PageFrameProps) => {
    const { supportPhone } = facts.frame;
    return (
      <MarketProvider market={facts.site.market}>
        <Suspense>
          <CheckoutLayout step={step} supportPhone={supportPhone} supportAddress={telUrl(supportPhone)}>
            {children}
          </CheckoutLayout>
        </Suspense>
      </MarketProvider>
    );
  };

/** The gateway is another company, so its page has no shop layout. */
const BlankLayout = ({ children }: PageFrameProps) => (
  <main id="main" tabIndex={-1}>
    {children}
  </main>
);

/** Pages with a different layout, by route id. */
const FRAMES: Readonly<Record<string, (props: PageFrameProps) => ReactNode>> = {
  checkout: checkoutFrame('details'),
  'checkout-return': checkoutFrame('payment'),
  'order-payment': checkoutFrame('payment'),
  pay: BlankLayout,
};

/** Loaded for customers only. */
const loadAccountDetails: AuthProviderProps['loadAccountDetails'] = async (auth, customerId) =>
  (await import('#domains/customers/account/ui/load-account-details.ts')).loadAccountDetails(auth, customerId);

const forgetPersonal = async (): Promise<void> => (await import('./forget-personal.ts')).forgetPersonal();

/** Renders the layout around a page. Error pages always have the shop's layout. */
export function PageLayout({ facts, children }: PageFrameProps) {
  const id = useMatches().at(-1)?.id ?? '';
  const hasFailed = Boolean(useRouteError());
  const Frame = (hasFailed ? undefined : FRAMES[id]) ?? SiteLayout;
  return (
    <AuthProvider
      market={facts.site.market}
      login={facts.frame.login}
      loadAccountDetails={loadAccountDetails}
      forgetPersonal={forgetPersonal}
    >
      <Frame facts={facts}>{children}</Frame>
      <SiteBehaviour />
    </AuthProvider>
  );
}
