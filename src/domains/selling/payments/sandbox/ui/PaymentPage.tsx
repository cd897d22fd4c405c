import type { MouseEvent, ReactNode } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { SandboxPayment } from '../contract.ts';
import { sandboxMessages as m } from '../messages.ts';
import { CardForm } from './CardForm.tsx';
import { usePayment } from './use-payment.ts';
import './PaymentPage.css';

/** `AUD 1,234.50`. */
const amountOf = ({ amount, currency }: SandboxPayment): string =>
  `${currency} ${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)}`;

/** The gateway's own page, on which the payer enters a card [CHK-33, CHK-35]. */
export function PaymentPage({ loaded }: { loaded: SandboxPayment }) {
  const { payment, failure, isSubmitting, isWaiting, pay, confirm, cancelPayment } = usePayment(loaded);
  const isHydrated = useHydrated();
  const { status, returnUrl, keepsCardOnly: isSetupOnly } = payment;
  const amount = isSetupOnly ? null : amountOf(payment);
  const ended = isSetupOnly ? m.setup : m.payment;
  const back = (event: MouseEvent): void => {
    event.preventDefault();
    void cancelPayment();
  };

  return (
    <div className="gateway">
      <header>
        <p className="payment-mark">{m.name}</p>
        <p>{m.testOnly}</p>
      </header>
      <div className="payment-sheet">
        <div className="payment-what">
          <p>{payment.description}</p>
          <p className="payment-amount">{amount ?? m.notCharged}</p>
        </div>
        {failure.message && (
          <p key={failure.number} className="payment-failure" role="alert">
            {failure.message} {status === 'open' && m.tryAnotherCard}
          </p>
        )}
        {isWaiting ? (
          <Panel title={m.waitingTitle}>
            <p role="status">{m.waiting(amount !== null)}</p>
            <p>
              <a href={returnUrl}>{m.backToShop}</a>
            </p>
          </Panel>
        ) : status === 'open' ? (
          <CardForm
            isHydrated={isHydrated}
            isSubmitting={isSubmitting}
            submitLabel={amount === null ? m.saveCard : m.pay}
            amount={amount}
            onPay={pay}
          />
        ) : status === 'confirming' ? (
          <Panel title={m.confirmTitle}>
            <p>{m.confirm(amount)}</p>
            <div className="payment-keys">
              <button type="button" className="payment-main" disabled={!isHydrated || isSubmitting} onClick={() => void confirm(true)}>
                {m.approve}
              </button>
              <button type="button" className="payment-other" disabled={!isHydrated || isSubmitting} onClick={() => void confirm(false)}>
                {m.decline}
              </button>
            </div>
          </Panel>
        ) : (
          <Panel title={ended[status].title}>
            <p>{ended[status].text}</p>
            {returnUrl !== '' && (
              <p>
                <a href={returnUrl}>{m.backToShop}</a>
              </p>
            )}
          </Panel>
        )}
        {(status === 'open' || status === 'confirming') && !isWaiting && (
          <p className="payment-back">
            {/* Before the page is ready, a click would come back here and cancel nothing. */}
            <a href={isHydrated ? returnUrl : undefined} onClick={back}>
              {m.cancel}
            </a>
          </p>
        )}
        <noscript>
          <p className="payment-failure">{m.noScript}</p>
        </noscript>
      </div>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="payment-panel">
      <h1>{title}</h1>
      {children}
    </section>
  );
}
