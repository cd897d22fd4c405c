import { type ChangeEvent, type FocusEvent, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CheckoutDetails, SavedAddress, SavedCard } from '#domains/selling/checkout/contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { CheckoutFieldName } from '#domains/selling/checkout/model/validate-details.ts';
import { ContactFields, DateOfBirthField } from '#domains/selling/checkout/ui/CheckoutFields.tsx';
import { DeliveryFields } from '#domains/selling/checkout/ui/DeliveryFields.tsx';
import { fieldAt } from '#domains/selling/checkout/ui/form-values.ts';
import { SavedAddresses } from '#domains/selling/checkout/ui/SavedAddresses.tsx';
import { StepHeader } from '#domains/selling/checkout/ui/StepHeader.tsx';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';
import { licenceNoticeFor } from '#markets/alcohol-law.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { CheckboxField, Choice, SelectField } from '#ui/form/Field.tsx';
import type { ClubQuote } from '../contract.ts';
import { clubCardMessages, clubFormMessages, joinMessages as m } from '../messages.ts';
import type { ClubLine } from '../model/club-view.ts';
import { CardExpiry } from './CardExpiry.tsx';
import type { MembershipClient } from './club-calls.ts';
import { useJoin } from './use-join.ts';
import '#ui/styles/callout.css';
import '#ui/styles/form-page.css';
import './JoinClub.css';

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
export function JoinClub({ market, club, details, addresses, cards, today, calls, ...initial }: JoinClubProps) {
  const form = useRef<HTMLFormElement>(null);
  const [variantId, setVariant] = useState(initial.variantId);
  const [frequencyId, setFrequency] = useState(initial.frequencyId);
  const [instrumentId, setInstrument] = useState(cards.find((card) => card.is_default && !isExpired(card, today))?.id ?? null);
  const [agrees, setAgrees] = useState(false);
  const choice = { clubId: club.id, variantId, frequencyId };
  const joining = useJoin({ market, choice, details, instrumentId, agrees, today, calls }, form);
  const { values, errors, missing, quote, failure } = joining;

  const isDone = (fields: readonly (CheckoutFieldName | 'place')[]): boolean =>
    !fields.some((name) => errors[name] !== undefined || missing.some(({ field }) => field === name));
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void joining.join();
  };
  const handleChange = (event: ChangeEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) joining.handleChange(field.name);
  };
  const handleBlur = (event: FocusEvent<HTMLFormElement>): void => {
    const field = fieldAt(event.target);
    if (field) joining.handleBlur(field.name, field.isEmpty);
  };
  const costs = <ClubCosts market={market} club={club} variantId={variantId} frequencyId={frequencyId} quote={quote} />;

  return (
    <div className="form-page">
      <div className="form-page-main">
        <h1 className="heading-3">{clubFormMessages.join(club.name)}</h1>
        <form ref={form} noValidate method="post" onSubmit={handleSubmit} onChange={handleChange} onBlur={handleBlur}>
          <section className="form-step">
            <StepHeader number={1} title={m.yourCase} isDone />
            <div className="form-grid">
              <SelectField
                name="variant"
                label={clubFormMessages.variant}
                value={variantId}
                onChange={({ currentTarget }) => setVariant(currentTarget.value)}
              >
                {club.variants.map((variant) => (
                  <option key={variant.id} value={variant.id} disabled={variant.case?.isSoldOut !== false}>
                    {variant.label}, {formatMoneyIn(market, variant.price)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                name="frequency"
                label={clubFormMessages.frequency}
                value={frequencyId}
                onChange={({ currentTarget }) => setFrequency(currentTarget.value)}
              >
                {club.frequencies.map((frequency) => (
                  <option key={frequency.id} value={frequency.id}>
                    {frequency.label}
                  </option>
                ))}
              </SelectField>
            </div>
          </section>
          <section className="form-step">
            <StepHeader number={2} title={m.contact} isDone={isDone(CONTACT)} />
            <ContactFields isDelivered market={market} details={details} errors={errors} />
          </section>
          <section className="form-step">
            <StepHeader number={3} title={m.delivery} isDone={isDone(DELIVERY)} />
            <SavedAddresses addresses={addresses} details={values.details} onChoose={joining.fillAddress} />
            <DeliveryFields
              market={market}
              details={details}
              errors={errors}
              locality={values.details}
              today={today}
              onChoose={joining.chooseLocality}
            />
          </section>
          <section className="form-step">
            <StepHeader number={4} title={m.age} isDone={isDone(['dateOfBirth'])} />
            <DateOfBirthField today={today} error={errors.dateOfBirth} />
          </section>
          <section className="form-step">
            <StepHeader number={5} title={m.payment} isDone={instrumentId !== null} />
            <div className="choice-stack">
              {cards.length > 0 && (
                <CardChoice cards={cards} chosen={instrumentId} onChoose={setInstrument} today={today} withNew name="card" />
              )}
              {instrumentId === null && <p className="small text-muted">{m.cardExplanation}</p>}
            </div>
          </section>
          <section className="form-step">
            <StepHeader number={6} title={m.review} isDone={false} />
            <div className="club-review">{costs}</div>
            <CheckboxField
              name="agrees"
              label={quote?.agreement ?? m.loadingAgreement}
              checked={agrees}
              error={failure?.at === 'agrees' ? failure.message : null}
              announcesError
              onChange={({ currentTarget }) => setAgrees(currentTarget.checked)}
            />
            {(failure?.at === 'notice' || joining.quoteError) && (
              <div className="callout has-error" role="alert">
                <p>{failure?.message ?? joining.quoteError}</p>
                {failure?.code === 'already_member' && (
                  <Link className="link" to="/account/wine-clubs">
                    {m.yourClubs}
                  </Link>
                )}
              </div>
            )}
            <p className="small text-muted">{licenceNoticeFor(market, values.details.state, today)}</p>
            <div className="form-submit">
              <button
                type="submit"
                className="button button-primary button-tall button-wide"
                disabled={joining.isJoining || quote === null}
                aria-busy={joining.isJoining}
              >
                {joining.isJoining && <span className="spin" aria-hidden="true" />}
                {quote ? m.submitAmount(formatMoneyIn(market, quote.total)) : m.submit}
              </button>
            </div>
          </section>
        </form>
      </div>
      <aside className="form-page-side" aria-label={m.firstCase}>
        <div className="form-page-summary">{costs}</div>
      </aside>
    </div>
  );
}

interface CardChoiceProps {
  readonly cards: readonly SavedCard[];
  /** The selected card, or null for a new one. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** ISO day in the market. */
  readonly today: string;
  /** True if a new card may be entered. */
  readonly withNew: boolean;
  /** Name of the radio group. */
  readonly name: string;
}

/** Selects the card that pays for a membership. Expired cards are disabled. */
function CardChoice({ cards, chosen, onChoose, today, withNew, name }: CardChoiceProps) {
  return (
    <fieldset className="choice-list">
      <legend className="label">{clubCardMessages.card}</legend>
      {cards.map((card) => (
        <Choice
          key={card.id}
          type="radio"
          name={name}
          value={card.id}
          disabled={isExpired(card, today)}
          checked={chosen === card.id}
          onChange={() => onChoose(card.id)}
        >
          {clubCardMessages.name(card.brand, card.last4)} <CardExpiry card={card} today={today} />
        </Choice>
      ))}
      {withNew && (
        <Choice type="radio" name={name} value="" checked={chosen === null} onChange={() => onChoose(null)}>
          {clubCardMessages.newCard}
        </Choice>
      )}
    </fieldset>
  );
}

interface ClubCostsProps {
  readonly market: Market;
  readonly club: ClubLine;
  readonly variantId: string;
  readonly frequencyId: string;
  /** Null until it is loaded. */
  readonly quote: ClubQuote | null;
}

/** Shows what a member pays now and at the next renewal. */
function ClubCosts({ market, club, variantId, frequencyId, quote }: ClubCostsProps) {
  const variant = club.variants.find(({ id }) => id === variantId);
  const frequency = club.frequencies.find(({ id }) => id === frequencyId);
  return (
    <div className="club-sum">
      {variant?.case && (
        <div className="backdrop k-mixed">
          <img src={variant.case.imageUrl} alt="" />
        </div>
      )}
      <div>
        <h2 className="heading-4">{club.name}</h2>
        <p className="text-muted">
          {variant?.label}. {frequency?.label}.
        </p>
      </div>
      <dl className="club-facts num" aria-busy={quote === null}>
        <div>
          <dt>{m.price}</dt>
          <dd>{formatMoneyIn(market, quote?.price ?? variant?.price ?? 0)}</dd>
        </div>
        {quote && (
          <>
            <div>
              <dt>{m.delivery}</dt>
              <dd>{quote.isFreeShipping ? m.free : formatMoneyIn(market, quote.shippingTotal)}</dd>
            </div>
            <div className="total">
              <dt>{m.today}</dt>
              <dd>{formatMoneyIn(market, quote.total)}</dd>
            </div>
            <div className="small text-muted">
              <dt>{m.includesTax(getMarketConfig(market).taxName)}</dt>
              <dd>{formatMoneyIn(market, quote.taxTotal)}</dd>
            </div>
            <div>
              <dt>{m.nextCase}</dt>
              <dd>{formatDay(market, quote.nextOn)}</dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}
