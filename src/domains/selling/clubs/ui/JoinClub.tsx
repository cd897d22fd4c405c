import { type ChangeEvent, type FocusEvent, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CheckoutDetails, SavedAddress, SavedCard } from '#domains/selling/checkout/contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { CheckoutFieldName } from '#domains/selling/checkout/model/validate-details.ts';
import { ContactFields } from '#domains/selling/checkout/ui/ContactFields.tsx';
import { DateOfBirthField } from '#domains/selling/checkout/ui/DateOfBirthField.tsx';
import { DeliveryFields } from '#domains/selling/checkout/ui/DeliveryFields.tsx';
import { fieldAt } from '#domains/selling/checkout/ui/form-values.ts';
import { SavedAddresses } from '#domains/selling/checkout/ui/SavedAddresses.tsx';
import { StepHeader } from '#domains/selling/checkout/ui/StepHeader.tsx';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';
import { licenceNoticeFor } from '#markets/alcohol-law.ts';
import type { Market } from '#markets/market.ts';
import type { ClubLine } from '../model/club-view.ts';
import { CardChoice } from './CardChoice.tsx';
import { ClubCosts } from './ClubCosts.tsx';
import type { MembershipClient } from './club-calls.ts';
import { useJoin } from './use-join.ts';
import '#domains/selling/checkout/ui/checkout.css';
import '#domains/selling/checkout/ui/payment-step.css';
import './club.css';

export interface JoinClubProps {
  readonly market: Market;
  readonly club: ClubLine;
  /** The selection on the club's page. */
  readonly variantId: string;
  readonly frequencyId: string;
  readonly details: CheckoutDetails;
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
  /** ISO day in the market. */
  readonly today: string;
  readonly calls: MembershipClient;
}

const CONTACT: readonly CheckoutFieldName[] = ['email', 'firstName', 'lastName', 'phone'];
const DELIVERY: readonly (CheckoutFieldName | 'place')[] = ['address', 'suburb', 'state', 'postcode', 'place'];

/** The form to join a club: case and frequency, contact, delivery, date of birth, card, and consent to the renewals [CLUB-2]. */
export function JoinClub({ market, club, details, addresses, cards, today, calls, ...given }: JoinClubProps) {
  const form = useRef<HTMLFormElement>(null);
  const [variantId, setVariant] = useState(given.variantId);
  const [frequencyId, setFrequency] = useState(given.frequencyId);
  const [instrumentId, setInstrument] = useState(cards.find((card) => card.is_default && !isExpired(card, today))?.id ?? null);
  const [agrees, setAgrees] = useState(false);
  const choice = { clubId: club.id, variantId, frequencyId };
  const joining = useJoin({ market, choice, details, instrumentId, agrees, today, calls }, form);
  const { values, faults, missing, quote, refused } = joining;

  const isDone = (fields: readonly (CheckoutFieldName | 'place')[]): boolean =>
    !fields.some((name) => faults[name] !== undefined || missing.some(({ field }) => field === name));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void joining.join();
  };
  const typed = (event: ChangeEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) joining.typed(field.name);
  };
  const left = (event: FocusEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) joining.left(field.name, field.isEmpty);
  };
  const costs = <ClubCosts market={market} club={club} variantId={variantId} frequencyId={frequencyId} quote={quote} />;

  return (
    <div className="checkout-grid">
      <div className="checkout-main">
        <h1 className="heading-3">Join {club.name.replace(/^The /, 'the ')}</h1>
        <form ref={form} noValidate method="post" onSubmit={submit} onChange={typed} onBlur={left}>
          <section className="checkout-step">
            <StepHeader number={1} title="Your case" isDone />
            <div className="checkout-form">
              <div className="field">
                <label htmlFor="variant">Choose your case</label>
                <select id="variant" className="select" value={variantId} onChange={({ currentTarget }) => setVariant(currentTarget.value)}>
                  {club.variants.map((variant) => (
                    <option key={variant.id} value={variant.id} disabled={variant.case?.isSoldOut !== false}>
                      {variant.label}, {formatMoneyIn(market, variant.price)}
                    </option>
                  ))}
                </select>
              </div>
              <div className="field">
                <label htmlFor="frequency">How often</label>
                <select
                  id="frequency"
                  className="select"
                  value={frequencyId}
                  onChange={({ currentTarget }) => setFrequency(currentTarget.value)}
                >
                  {club.frequencies.map((frequency) => (
                    <option key={frequency.id} value={frequency.id}>
                      {frequency.label}
                    </option>
                  ))}
                </select>
              </div>
            </div>
          </section>
          <section className="checkout-step">
            <StepHeader number={2} title="Contact" isDone={isDone(CONTACT)} />
            <ContactFields isDelivered market={market} details={details} faults={faults} />
          </section>
          <section className="checkout-step">
            <StepHeader number={3} title="Delivery" isDone={isDone(DELIVERY)} />
            <SavedAddresses addresses={addresses} details={values.details} onChoose={joining.deliverTo} />
            <DeliveryFields
              market={market}
              details={details}
              faults={faults}
              place={values.details}
              today={today}
              onChoose={joining.choose}
            />
          </section>
          <section className="checkout-step">
            <StepHeader number={4} title="Your age" isDone={isDone(['dateOfBirth'])} />
            <DateOfBirthField today={today} fault={faults.dateOfBirth} />
          </section>
          <section className="checkout-step">
            <StepHeader number={5} title="Payment" isDone={instrumentId !== null} />
            <div className="checkout-pay">
              {cards.length > 0 && (
                <CardChoice cards={cards} chosen={instrumentId} onChoose={setInstrument} today={today} withNew name="card" />
              )}
              {instrumentId === null && (
                <p className="small text-muted">
                  Next, you’ll enter your card details on our payment provider’s secure page. They’ll store the card for your next cases; we
                  never see the full number.
                </p>
              )}
            </div>
          </section>
          <section className="checkout-step">
            <StepHeader number={6} title="Review" isDone={false} />
            <div className="club-review">{costs}</div>
            <label className="check club-agree">
              <input
                type="checkbox"
                checked={agrees}
                aria-invalid={refused?.at === 'agrees' || undefined}
                aria-describedby={refused?.at === 'agrees' ? 'agrees-fault' : undefined}
                onChange={({ currentTarget }) => setAgrees(currentTarget.checked)}
              />
              <span>{quote?.agreement ?? 'Loading the agreement…'}</span>
            </label>
            {refused?.at === 'agrees' && (
              <p className="field-error" id="agrees-fault" role="alert">
                {refused.words}
              </p>
            )}
            {(refused?.at === 'notice' || joining.quoteError) && (
              <div className="checkout-notice has-error" role="alert">
                <p>{refused?.words ?? joining.quoteError}</p>
                {refused?.code === 'already_member' && (
                  <Link className="link" to="/account/wine-clubs">
                    Your wine clubs
                  </Link>
                )}
              </div>
            )}
            <p className="small text-muted">{licenceNoticeFor(market, values.details.state, today)}</p>
            <div className="checkout-press">
              <button
                type="submit"
                className="button button-primary button-tall button-wide"
                disabled={joining.isJoining || quote === null}
                aria-busy={joining.isJoining}
              >
                {joining.isJoining && <span className="spin" aria-hidden="true" />}
                {quote ? `Join and pay ${formatMoneyIn(market, quote.total)}` : 'Join and pay'}
              </button>
            </div>
          </section>
        </form>
      </div>
      <aside className="checkout-side" aria-label="Your first case">
        <div className="checkout-side-in">{costs}</div>
      </aside>
    </div>
  );
}
