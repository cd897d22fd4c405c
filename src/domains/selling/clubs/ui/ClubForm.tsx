import { type SubmitEvent, useId } from 'react';
import { Form } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { clubFormMessages as m } from '../messages.ts';
import type { ClubLine } from '../model/club-view.ts';
import { trackClubEvent } from './club-events.ts';
import './ClubForm.css';

export interface ClubFormProps {
  readonly club: ClubLine;
}

/** Selects frequency and case, and leads to the club's checkout. Works before hydration. */
export function ClubForm({ club }: ClubFormProps) {
  const { market } = useMarketConfig();
  const { user } = useAuth();
  const id = useId();
  const buyable = club.variants.filter((variant) => variant.case?.isSoldOut === false);

  if (club.isClosed) return <p className="club-full">{m.closed(club.name)}</p>;
  if (!club.isOpen) return <p className="club-full">{m.full(club.name)}</p>;
  if (buyable.length === 0) return <p className="club-full">{m.soldOut}</p>;

  const handleSubmit = ({ currentTarget }: SubmitEvent<HTMLFormElement>): void => {
    const chosen = new FormData(currentTarget);
    const variant = club.variants.find((each) => each.id === chosen.get('variant'));
    const frequency = club.frequencies.find((each) => each.id === chosen.get('frequency'));
    trackClubEvent('Club Selected', {
      club: club.name,
      frequency: frequency?.label,
      variant: variant?.label,
      value: variant?.price,
      userId: user?.sub,
    });
  };

  return (
    <Form className="club-choice" method="get" action={`/wine-clubs/checkout/${club.slug}`} onSubmit={handleSubmit}>
      <fieldset>
        <legend className="label">{m.frequency}</legend>
        <div className="club-frequency">
          {club.frequencies.map((frequency, index) => (
            <label key={frequency.id}>
              <input className="visually-hidden" type="radio" name="frequency" value={frequency.id} defaultChecked={index === 0} />
              <span>{frequency.label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="label">{m.variant}</legend>
        <div className="club-cases">
          {club.variants.map((variant) => {
            const isMissing = !buyable.includes(variant);
            return (
              <label key={variant.id} className="club-case">
                <input
                  className="visually-hidden"
                  type="radio"
                  name="variant"
                  value={variant.id}
                  defaultChecked={variant === buyable[0]}
                  disabled={isMissing}
                  aria-describedby={`${id}-${variant.id}`}
                />
                <span className="club-case-in">
                  <span>{variant.label}</span>
                  <b className="num">{formatMoneyIn(market, variant.price)}</b>
                  <span className="small text-muted num" id={`${id}-${variant.id}`}>
                    {isMissing
                      ? m.variantSoldOut
                      : [
                          variant.bottlePrice !== null && m.bottlePrice(formatMoneyIn(market, variant.bottlePrice)),
                          variant.saving > 0 && m.saving(formatMoneyIn(market, variant.saving)),
                        ]
                          .filter(Boolean)
                          .join(', ')}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <div className="club-join">
        <button type="submit" className="button button-primary button-tall">
          {m.join(club.name)}
        </button>
        <p className="small text-muted">
          {m.firstCase}
          <br />
          {m.anyTime}
        </p>
      </div>
    </Form>
  );
}
