import type { MouseEvent, ReactNode } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { SandboxPayment } from '../contract.ts';
import { CardForm } from './CardForm.tsx';
import { usePayment } from './use-payment.ts';
import './gateway.css';

/** `AUD 1,234.50`. */
const amountOf = ({ amount, currency }: SandboxPayment): string =>
  `${currency} ${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)}`;

const ENDED: Readonly<Record<'captured' | 'cancelled' | 'refunded', { title: string; words: string }>> = {
  captured: { title: 'This payment is done', words: 'The card was charged once. There is nothing more to do here.' },
  cancelled: { title: 'This payment was cancelled', words: 'Nothing was charged.' },
  refunded: { title: 'This payment was refunded', words: 'The money has been given back.' },
};

const CARD_ENDED: typeof ENDED = {
  captured: { title: 'This card is kept', words: 'Nothing was charged. There is nothing more to do here.' },
  cancelled: { title: 'No card was kept', words: 'Nothing was charged.' },
  refunded: ENDED.refunded,
};

/** The gateway's own page, where cards are typed in. */
export function PaymentPage({ loaded }: { loaded: SandboxPayment }) {
  const { payment, failure, isSubmitting, isAwaited, pay, confirm, giveUp: cancelPayment } = usePayment(loaded);
  const isAlive = useHydrated();
  const { status, returnUrl, keepsCardOnly: isSetupOnly } = payment;
  const amount = isSetupOnly ? null : amountOf(payment);
  const ended = isSetupOnly ? CARD_ENDED : ENDED;
  const back = (event: MouseEvent): void => {
    event.preventDefault();
    void cancelPayment();
  };

  return (
    <div className="gateway">
      <header>
        <p className="gw-mark">Sandbox gateway</p>
        <p>Test payments only. No real card is taken, and no money moves.</p>
      </header>
      <div className="gw-sheet">
        <div className="gw-what">
          <p>{payment.description}</p>
          <p className="gw-amount">{amount ?? 'Nothing is charged'}</p>
        </div>
        {failure.words && (
          <p key={failure.number} className="gw-failure" role="alert">
            {failure.words} {status === 'open' && 'You can try another card.'}
          </p>
        )}
        {isAwaited ? (
          <Panel title="Waiting for the bank">
            <p role="status">
              The bank has not answered yet. We take you back to the shop, which goes on asking
              {amount === null ? '.' : '; you are charged once at most.'}
            </p>
            <p>
              <a href={returnUrl}>Back to the shop</a>
            </p>
          </Panel>
        ) : status === 'open' ? (
          <CardForm
            isAlive={isAlive}
            isSubmitting={isSubmitting}
            press={amount === null ? 'Save card' : 'Pay'}
            amount={amount}
            onPay={pay}
          />
        ) : status === 'confirming' ? (
          <Panel title="Is this you?">
            <p>Your bank asks you to confirm {amount === null ? 'this card before it is kept' : `${amount} before it is charged`}.</p>
            <div className="gw-keys">
              <button type="button" className="gw-main" disabled={!isAlive || isSubmitting} onClick={() => void confirm(true)}>
                Approve
              </button>
              <button type="button" className="gw-other" disabled={!isAlive || isSubmitting} onClick={() => void confirm(false)}>
                Refuse
              </button>
            </div>
          </Panel>
        ) : (
          <Panel title={ended[status].title}>
            <p>{ended[status].words}</p>
            {returnUrl !== '' && (
              <p>
                <a href={returnUrl}>Back to the shop</a>
              </p>
            )}
          </Panel>
        )}
        {(status === 'open' || status === 'confirming') && !isAwaited && (
          <p className="gw-back">
            <a href={returnUrl} onClick={back}>
              Cancel and go back
            </a>
          </p>
        )}
        <noscript>
          <p className="gw-failure">This page needs JavaScript, so that your card’s number never leaves your browser.</p>
        </noscript>
      </div>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gw-panel">
      <h1>{title}</h1>
      {children}
    </section>
  );
}
