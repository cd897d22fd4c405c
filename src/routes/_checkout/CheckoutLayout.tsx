import { Link, Outlet, useMatches } from 'react-router';
import { checkoutLayoutMessages as m } from '#domains/selling/checkout/messages/checkout.ts';
import { MarketProvider } from '#markets/ui/market-context.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useShopName } from '#ui/shop-identity.ts';
import { useSiteData } from '../_layout/use-site-data.ts';
import { telUrl } from '../links.ts';
import './CheckoutLayout.css';

const STEPS = ['details', 'payment', 'confirmation'] as const;

/** Layout of the checkout: steps and help, without menu and search. */
export default function CheckoutLayout() {
  const siteData = useSiteData();
  const shopName = useShopName();
  const step = useMatches().at(-1)?.id === 'checkout' ? 'details' : 'payment';
  if (!siteData) return null;
  const { supportPhone } = siteData.layout;
  return (
    <MarketProvider market={siteData.site.market} terms={siteData.layout.terms}>
      <a className="skip" href="#main">
        {m.skip}
      </a>
      <header className="site-header site-header-plain">
        <div className="container">
          <Link className="logo" to="/" aria-label={m.home(shopName)}>
            <Logo />
          </Link>
          <ol className="checkout-steps small">
            {STEPS.map((name) => (
              <li key={name} aria-current={name === step ? 'step' : undefined}>
                {m.steps[name]}
              </li>
            ))}
          </ol>
          <p className="checkout-actions">
            {supportPhone && (
              <a className="num" href={telUrl(supportPhone)}>
                {supportPhone}
              </a>
            )}
            {step === 'details' && (
              <a className="link link-lone" href="/cart/">
                {m.backToCart}
              </a>
            )}
          </p>
        </div>
        <noscript>
          <p className="container no-script">{m.noScript}</p>
        </noscript>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {supportPhone && (
        <footer className="container checkout-help small text-muted">
          {m.questions}{' '}
          <a className="link num" href={telUrl(supportPhone)}>
            {supportPhone}
          </a>
          .
        </footer>
      )}
    </MarketProvider>
  );
}
