import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '#ui/Logo.tsx';
import { checkoutLayoutMessages as m } from '../messages/checkout.ts';
import './CheckoutLayout.css';

const STEPS = ['details', 'payment', 'confirmation'] as const;

export interface CheckoutFrameProps {
  readonly step: (typeof STEPS)[number];
  readonly supportPhone: string;
  /** The `tel:` URL of the phone number. */
  readonly supportAddress: string;
  readonly children: ReactNode;
}

/** The layout of the checkout pages, without menu and search. */
export default function CheckoutLayout({ step, supportPhone, supportAddress, children }: CheckoutFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        {m.skip}
      </a>
      <header className="site-header site-header-plain">
        <div className="container">
          <Link className="logo" to="/" aria-label={m.home}>
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
              <a className="num" href={supportAddress}>
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
        {children}
      </main>
      {supportPhone && (
        <footer className="container checkout-help small text-muted">
          {m.questions}{' '}
          <a className="link num" href={supportAddress}>
            {supportPhone}
          </a>
          .
        </footer>
      )}
    </>
  );
}
