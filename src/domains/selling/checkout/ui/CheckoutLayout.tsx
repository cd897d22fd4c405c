import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '#ui/Logo.tsx';

const STEPS = ['Your details', 'Payment', 'Order'] as const;

export interface CheckoutFrameProps {
  readonly step: (typeof STEPS)[number];
  readonly supportPhone: string;
  /** `tel:…` of it. */
  readonly supportAddress: string;
  readonly children: ReactNode;
}

/** A quiet frame around the pages of buying: no menu, no search, nothing to be led away by. */
export default function CheckoutFrame({ step, supportPhone, supportAddress, children }: CheckoutFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the form
      </a>
      <header className="mast mast-plain">
        <div className="wrap">
          <Link className="logo" to="/" aria-label="Cellardoor, home">
            <Logo />
          </Link>
          <ol className="co-steps small">
            {STEPS.map((name) => (
              <li key={name} aria-current={name === step ? 'step' : undefined}>
                {name}
              </li>
            ))}
          </ol>
          <p className="co-ways">
            {supportPhone && (
              <a className="num" href={supportAddress}>
                {supportPhone}
              </a>
            )}
            {step === 'Your details' && (
              <a className="link link-lone" href="/cart/">
                Back to cart
              </a>
            )}
          </p>
        </div>
        <noscript>
          <p className="wrap no-script">Buying needs JavaScript, which is turned off in this browser. Your cart is kept.</p>
        </noscript>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {supportPhone && (
        <footer className="wrap co-help small quiet">
          Questions? Ring us on{' '}
          <a className="link num" href={supportAddress}>
            {supportPhone}
          </a>
          .
        </footer>
      )}
    </>
  );
}
