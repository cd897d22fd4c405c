import { type ChangeEvent, type FocusEvent, type SubmitEvent, useRef } from 'react';
import { acceptanceSentence, collectionSentence, licenceNoticeFor } from '#markets/alcohol-law.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { CheckoutView } from '../contract.ts';
import { checkoutMessages } from '../messages/checkout.ts';
import type { CheckoutFieldName } from '../model/validate-details.ts';
import { CheckoutExpired, EmptyCheckout } from './CheckoutExpired.tsx';
import { ContactFields, DateOfBirthField, OfferedEmail } from './CheckoutFields.tsx';
import { CheckoutSummary, FoldedSummary } from './CheckoutSummary.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { DeliveryMethod } from './DeliveryMethod.tsx';
import { DeliveryTiming } from './DeliveryTiming.tsx';
import { fieldAt } from './form-values.ts';
import { HandoverChoice, PlaceNote } from './HandoverChoice.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import { SignInPrompt } from './SignInPrompt.tsx';
import { StepHeader } from './StepHeader.tsx';
import { useCheckout } from './use-checkout.ts';
import '#ui/styles/callout.css';
import '#ui/styles/form-page.css';

/** Lists what must be fixed in the cart before the order can be placed. */
function ErrorSummary({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="callout has-error" role="alert">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <a className="link" href="/cart/">
        {checkoutMessages.goToCart}
      </a>
    </div>
  );
}

/** Coupons of the cart that do not apply to this order, each with the reason. */
function LostDiscounts({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="status">
      {sentences.length > 0 && (
        <div className="callout">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </div>
  );
}

export interface CheckoutProps {
  readonly token: string;
  readonly view: CheckoutView;
  /** ISO day in the market. */
  readonly today: string;
  /** True after a payment that was cancelled. */
  readonly isCancelled: boolean;
  readonly licence: string;
}

const CONTACT: readonly CheckoutFieldName[] = ['email', 'firstName', 'lastName', 'phone'];
const DELIVERY: readonly (CheckoutFieldName | 'place')[] = ['address', 'suburb', 'state', 'postcode', 'place'];

/** The checkout page: contact, delivery, age, payment and review [CHK-10], with the licence notice of the market [CHK-14]. */
export function Checkout({ token, view: loaded, today, isCancelled, licence }: CheckoutProps) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const checkout = useCheckout(token, loaded, today, form);
  const { view, cart, collectedAt: place, methods, breakdown, values, errors } = checkout;
  const { market } = view;
  // The law of the place holds where the order is collected.
  const state = (place ?? values.details).state;

  if (checkout.isExpired) return <CheckoutExpired isCancelled={false} />;
  if (!cart || !breakdown) return <EmptyCheckout />;

  const missing = checkout.missing(values);
  const { isGiftCardOnly } = cart;
  const isDone = (fields: readonly (CheckoutFieldName | 'place')[]): boolean =>
    !fields.some((name) => errors[name] !== undefined || missing.some(({ field }) => field === name));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void checkout.place();
  };
  const typed = (event: ChangeEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) checkout.typed(field.name);
  };
  const handleBlur = (event: FocusEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) checkout.handleBlur(field.name, field.isEmpty);
  };

  return (
    <div className="form-page">
      <div className="form-page-main">
        <h1 className="heading-3">{checkoutMessages.title}</h1>
        <FoldedSummary market={market} cart={cart} breakdown={breakdown} />
        {isCancelled && (
          <p className="callout" role="status">
            {checkoutMessages.paymentCancelled}
          </p>
        )}
        <ErrorSummary sentences={view.problems} />
        <form ref={form} noValidate method="post" onSubmit={submit} onChange={typed} onBlur={handleBlur}>
          <section className="form-step">
            <StepHeader number={1} title={checkoutMessages.contact} isDone={isDone(CONTACT)} />
            {!view.isCustomers && <SignInPrompt />}
            {!view.isCustomers && <OfferedEmail current={values.details.email} onUse={(email) => checkout.deliverTo({ email })} />}
            <ContactFields
              market={market}
              details={loaded.details}
              errors={errors}
              isDelivered={!isGiftCardOnly && place === null}
              isCustomers={view.isCustomers}
            />
          </section>
          {!isGiftCardOnly && (
            <>
              <section className="form-step">
                <StepHeader number={2} title={checkoutMessages.delivery} isDone={isDone(DELIVERY)} />
                {view.collection && (
                  <HandoverChoice
                    places={view.collection}
                    chosen={loaded.details.collectFrom ?? ''}
                    error={errors.collectFrom}
                    onChange={checkout.changeHandover}
                  />
                )}
                <div className="checkout-address" hidden={place !== null}>
                  {methods && <SavedAddresses addresses={methods.addresses} details={values.details} onChoose={checkout.deliverTo} />}
                  <DeliveryFields
                    market={market}
                    details={loaded.details}
                    errors={errors}
                    locality={values.details}
                    today={today}
                    onChoose={checkout.choose}
                  />
                  {checkout.isServed && (
                    <DeliveryMethod
                      market={market}
                      postcode={values.details.postcode}
                      price={breakdown.shippingTotal}
                      isEstimate={checkout.isFeeEstimated}
                    />
                  )}
                </div>
                {view.deliveryDays && (
                  <div hidden={place !== null || !checkout.isServed}>
                    <DeliveryTiming market={market} offer={view.deliveryDays} details={values.details} errors={errors} />
                  </div>
                )}
                {place && <PlaceNote place={place} />}
              </section>
              <section className="form-step">
                <StepHeader number={3} title={checkoutMessages.age} isDone={isDone(['dateOfBirth'])} />
                <DateOfBirthField today={today} error={errors.dateOfBirth} />
              </section>
            </>
          )}
          <section className="form-step">
            <StepHeader number={isGiftCardOnly ? 2 : 4} title={checkoutMessages.payment} isDone={false} />
            <PaymentStep
              market={market}
              token={token}
              view={view}
              charged={breakdown.charged}
              methods={methods}
              today={today}
              paying={checkout.paying}
              calls={checkout.calls}
              onPaying={checkout.setPaying}
              onView={checkout.setView}
            />
          </section>
          <section className="form-step">
            <StepHeader number={isGiftCardOnly ? 3 : 5} title={checkoutMessages.review} isDone={false} />
            <CheckoutSummary market={market} cart={cart} breakdown={breakdown} isInColumn />
            <LostDiscounts sentences={view.notices} />
            {checkout.notice && (
              <div className="callout has-error" role="alert">
                <p>{checkout.notice.message}</p>
                {checkout.notice.isCart && (
                  <a className="link" href="/cart/">
                    {checkoutMessages.goToCart}
                  </a>
                )}
              </div>
            )}
            {!checkout.isReachable && (
              <p className="callout" role="status">
                {checkoutMessages.offline}
              </p>
            )}
            <p className="small text-muted">{licenceNoticeFor(market, state, today)}</p>
            <div className="form-submit">
              <button
                type="submit"
                className="button button-primary button-tall button-wide"
                disabled={!isHydrated || checkout.isPlacing}
                aria-busy={checkout.isPlacing}
              >
                {checkout.isPlacing && <span className="spin" aria-hidden="true" />}
                {checkoutMessages.placeOrder}
              </button>
            </div>
          </section>
        </form>
        <p className="small text-muted checkout-legal">
          {licence}.
          {!isGiftCardOnly &&
            ` ${place ? collectionSentence(market, state, today) : acceptanceSentence({ ...values.details, market, day: today })}`}
        </p>
      </div>
      <aside className="form-page-side" aria-label={checkoutMessages.yourOrder}>
        <div className="form-page-summary">
          <CheckoutSummary market={market} cart={cart} breakdown={breakdown} />
        </div>
      </aside>
    </div>
  );
}
